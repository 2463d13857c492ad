import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { links } from "../collections.ts";
import { chosen } from "../domains.ts";
import { DomainDisabled, NotLinked, OtherUnreachable } from "../errors.ts";
import { hostOf } from "../exchange/address.ts";
import { Fault } from "../exchange/fault.ts";
import { withOther } from "../exchange/other.ts";
import { createPulling } from "../exchange/pull.ts";
import { pushOnce } from "../exchange/push.ts";
import { group } from "../group.ts";
import { linkOf } from "../link.ts";
import { DomainId } from "../schemas.ts";
import { enabledIn } from "../site.ts";

/** No round begins after this, in milliseconds. */
const LONGEST = 20_000;
const count = (description: string) => T.Integer({ description });

export const run = defineCommand(group, {
  id: "sync.run",
  summary: "Exchange with the linked gateway now",
  description:
    "Ends a wait after an error, and starts again what was stopped. Without a gateway that serves, changes are noted only once one does; what was noted is exchanged.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    domain: T.Optional(DomainId),
    direction: T.Optional(described(oneOf("pull", "push"), "Which way records go")),
  }),
  output: T.Object({
    pulled: T.Object(
      {
        applied: count("Records taken in"),
        skipped: count("Records that were here already"),
        held: count("Records that wait in the inbox"),
      },
      { description: "What came in, by state" },
    ),
    pushed: T.Object(
      {
        sent: count("Records sent"),
        acked: count("Records that it took"),
        skipped: count("Records that it had already"),
        failed: count("Records that wait in the outbox"),
      },
      { description: "What went out, by state" },
    ),
    more: T.Boolean({ description: "Whether there was more than could be exchanged in 20 seconds" }),
  }),
  errors: [NotLinked, DomainDisabled, OtherUnreachable],
  examples: [{ title: "Both ways", input: {} }],
  async plan(ctx, { domain, direction }) {
    if (domain !== undefined) {
      chosen(ctx.state, [domain]);
      if (!(await enabledIn(ctx.store.unchecked)).includes(domain)) throw DomainDisabled({ domain });
    }
    const host = hostOf((await linkOf(ctx.store.unchecked)).consoleUrl);
    const what = { pull: "Fetch what has changed at", push: "Send what has changed to", both: "Exchange with" };
    return { summary: `${what[direction ?? "both"]} ${host}`, effects: [`exchanges records with ${host}`] };
  },
  async execute(ctx, _plan, { domain, direction }) {
    const { store, signal } = ctx;
    const { host } = ctx;
    const link = await linkOf(store.unchecked);
    const until = performance.now() + LONGEST;
    const pulled = { applied: 0, skipped: 0, held: 0 };
    const pushed = { sent: 0, acked: 0, skipped: 0, failed: 0 };
    let more = true;
    try {
      await withOther(host, link, "exchange records", signal, async (other) => {
        const pulling = createPulling(host, link, other, direction === "push" ? NONE : domain);
        while (more && performance.now() < until) {
          const pull = await pulling();
          const push = direction === "pull" ? undefined : await pushOnce(host, link, other, pull.there, domain);
          add(pulled, pull);
          if (push) add(pushed, push);
          more = pull.more || (push?.more ?? false);
        }
      });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // What has been noted of it begins anew with the next exchange.
      if (error.code === "restored") more = true;
      else throw OtherUnreachable({ host: hostOf(link.consoleUrl), reason: error.message });
    }
    // Whoever exchanges by itself begins anew.
    await host.transact(async ({ store, now }) => {
      const { reason: _, ...rest } = await linkOf(store);
      await store.put(links, { ...rest, state: rest.state === "running" ? "running" : "starting", nudgedAt: now });
    });
    return { pulled, pushed, more };
  },
});

/** No group is named so: then the other gateway is only asked who it is. */
const NONE = "~";

function add<K extends string>(sums: Record<K, number>, found: Readonly<Record<NoInfer<K>, number>>): void {
  for (const key of Object.keys(sums) as K[]) sums[key] += found[key];
}
