import { defineCommand, oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
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

/** Maximum number of differences shown per group. */
const MAX_SHOWN = 200;

const Shown = T.Object({
  name: Name,
  state: described(
    oneOf("missing_here", "missing_there", "newer_here", "newer_there", "changed_on_both"),
    "How the record differs",
  ),
});

const Verified = T.Object({
  id: DomainId,
  equal: T.Boolean({ description: "Whether the records are equal on both gateways" }),
  scanning: T.Boolean({ description: "Whether one of the gateways is still scanning existing records" }),
  whole: T.Boolean({
    description:
      "Whether the whole group was compared; false if the rights of the link or its key cover only a part of it",
  }),
  total: T.Integer({ description: "Number of records that differ" }),
  differences: T.Array(Shown, { description: `The first ${MAX_SHOWN} differences` }),
});

export const verify = defineCommand(group, {
  id: "sync.verify",
  summary: "Compare all records with the linked gateway",
  description:
    "Shows the records that differ, including records in transit. Linked gateways also compare their records automatically: after linking, after a restore and daily. `repair` exchanges the differences: the version with more changes replaces the other, and records changed on both gateways become conflicts.",
  outside: true,
  input: T.Object({
    domain: T.Optional(DomainId),
    repair: T.Optional(T.Boolean({ description: "Whether to exchange the differences" })),
  }),
  output: T.Object({ domains: T.Array(Verified, { description: "Result of the comparison for each group" }) }),
  errors: [NotLinked, DomainDisabled, OtherUnreachable],
  examples: [
    { title: "Compare all groups", input: {} },
    { title: "Compare tasks and repair differences", input: { domain: "tasks", repair: true } },
  ],
  async plan(ctx, { domain, repair }) {
    const { unchecked } = ctx.store;
    const host = hostOf((await linkOf(unchecked)).consoleUrl);
    if (domain !== undefined) {
      chosen(ctx.state, [domain]);
      if (!(await enabledIn(unchecked)).includes(domain)) throw DomainDisabled({ domain });
    }
    const summary = `Compare ${domain ?? "all enabled groups"} with ${host}${repair ? " and exchange the differences" : ""}`;
    return { summary, effects: [`requests digests of records from ${host}`] };
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
            scanning: isLooking,
            whole: isWhole,
            total: differences.length,
            differences: differences.slice(0, MAX_SHOWN).map((one) => ({ name: [...one.name], state: stateOf(one) })),
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
