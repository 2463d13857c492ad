import { defineCommand, oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { chosen } from "../domains.ts";
import { DomainDisabled, NotLinked, OtherUnreachable } from "../errors.ts";
import { hostOf } from "../exchange/address.ts";
import { compareWith, type Difference, orderOf } from "../exchange/compare.ts";
import { Fault } from "../exchange/fault.ts";
import { withOther } from "../exchange/other.ts";
import { domainsHere } from "../exchange/pull.ts";
import { repair } from "../exchange/repair.ts";
import { group } from "../group.ts";
import { linkOf } from "../link.ts";
import { DomainId, Name } from "../schemas.ts";
import { enabledIn } from "../site.ts";

/** Differences that are shown of each group at most. */
const MOST_SHOWN = 200;

const Shown = T.Object({
  name: Name,
  state: described(oneOf("missing_here", "missing_there", "newer_here", "newer_there", "changed_on_both"), "Its state"),
});

const Verified = T.Object({
  id: DomainId,
  equal: T.Boolean({ description: "Whether both gateways hold the same" }),
  looking: T.Boolean({ description: "Whether one of the two is still looking through what there is" }),
  whole: T.Boolean({ description: "False where the link's rights, or its key's, show only a part of the group" }),
  total: T.Integer({ description: "Records that differ" }),
  differences: T.Array(Shown, { description: `The first ${MOST_SHOWN} of them` }),
});

export const verify = defineCommand(group, {
  id: "sync.verify",
  summary: "Compare all records with the linked gateway's",
  description:
    "Shows each record that differs. What is on its way when it is compared differs too. Gateways compare by themselves when they are linked, when one of them was restored, and daily. `repair` exchanges what differs: a record with more changes replaces the other one, and one that both changed is decided as any conflict.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    domain: T.Optional(DomainId),
    repair: T.Optional(T.Boolean({ description: "Exchange what differs" })),
  }),
  output: T.Object({ domains: T.Array(Verified, { description: "The groups whose records are exchanged" }) }),
  errors: [NotLinked, DomainDisabled, OtherUnreachable],
  examples: [
    { title: "All groups", input: {} },
    { title: "Tasks, and repair them", input: { domain: "tasks", repair: true } },
  ],
  async plan(ctx, { domain, repair }) {
    const { unchecked } = ctx.store;
    const host = hostOf((await linkOf(unchecked)).consoleUrl);
    if (domain !== undefined) {
      chosen(ctx.state, [domain]);
      if (!(await enabledIn(unchecked)).includes(domain)) throw DomainDisabled({ domain });
    }
    const summary = `Compare ${domain ?? "all enabled groups"} with ${host}${repair ? ", and exchange what differs" : ""}`;
    return { summary, effects: [`asks ${host} for digests of its records`] };
  },
  async execute(ctx, _plan, { domain: wanted, repair: isRepair }) {
    const { host } = ctx;
    const link = await linkOf(ctx.store.unchecked);
    const domains: Static<typeof Verified>[] = [];
    try {
      await withOther(host, link, "compare records", ctx.signal, async (other) => {
        for (const domain of await domainsHere(host, wanted)) {
          const { differences, isLooking, isWhole } = await compareWith(host, link, other, domain);
          if (isRepair) await repair(host, link, other, domain, differences);
          domains.push({
            id: domain.id,
            equal: differences.length === 0,
            looking: isLooking,
            whole: isWhole,
            total: differences.length,
            differences: differences.slice(0, MOST_SHOWN).map((one) => ({ name: [...one.name], state: stateOf(one) })),
          });
        }
      });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw OtherUnreachable({ host: hostOf(link.consoleUrl), reason: error.message });
    }
    return { domains };
  },
});

function stateOf(difference: Difference): Static<typeof Shown>["state"] {
  const { here, there } = difference;
  const order = orderOf(difference);
  if (here?.digest === undefined) return order === "after" ? "newer_here" : "missing_here";
  if (there?.digest === undefined) return order === "before" ? "newer_there" : "missing_there";
  return order === "after" ? "newer_here" : order === "before" ? "newer_there" : "changed_on_both";
}
