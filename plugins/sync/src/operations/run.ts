import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
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

/** No round starts after this time, in milliseconds. */
const TIME_LIMIT = 20_000;
const count = (description: string) => T.Integer({ description });

export const run = defineCommand(group, {
  id: "sync.run",
  summary: "Exchange records with the linked gateway now",
  description:
    "Ends the wait after an error and restarts a stopped link. If no server is running, only changes that were already tracked are exchanged; others are tracked when a server runs.",
  outside: true,
  input: T.Object({
    domain: T.Optional(DomainId),
    direction: T.Optional(described(oneOf("pull", "push"), "Direction of the exchange; both by default")),
  }),
  output: T.Object({
    pulled: T.Object(
      {
        applied: count("Number of records applied"),
        skipped: count("Number of records that this gateway already had"),
        held: count("Number of records waiting in the inbox"),
      },
      { description: "Received records by outcome" },
    ),
    pushed: T.Object(
      {
        sent: count("Number of records sent"),
        acked: count("Number of records that the other gateway accepted"),
        skipped: count("Number of records that the other gateway already had"),
        failed: count("Number of records waiting in the outbox"),
      },
      { description: "Sent records by outcome" },
    ),
    more: T.Boolean({ description: "Whether there are more changes than could be exchanged in 20 seconds" }),
  }),
  errors: [NotLinked, DomainDisabled, OtherUnreachable],
  examples: [{ title: "Exchange records in both directions", input: {} }],
  async plan(ctx, { domain, direction }) {
    if (domain !== undefined) {
      chosen(ctx.state, [domain]);
      if (!(await enabledIn(ctx.store.unchecked)).includes(domain)) throw DomainDisabled({ domain });
    }
    const host = hostOf((await linkOf(ctx.store.unchecked)).consoleUrl);
    const what = { pull: "Fetch changes from", push: "Send changes to", both: "Exchange records with" };
    return { summary: `${what[direction ?? "both"]} ${host}`, effects: [`exchanges records with ${host}`] };
  },
  async execute(ctx, _plan, { domain, direction }) {
    const { store, signal } = ctx;
    const { host } = ctx;
    const link = await linkOf(store.unchecked);
    const until = performance.now() + TIME_LIMIT;
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
      // The cursors were deleted, so the next exchange starts from the beginning.
      if (error.code === "restored") more = true;
      else throw OtherUnreachable({ host: hostOf(link.consoleUrl), reason: error.message });
    }
    // The continuous exchange restarts.
    await host.transact(async ({ store, now }) => {
      const { reason: _, ...rest } = await linkOf(store);
      await store.put(links, { ...rest, state: rest.state === "running" ? "running" : "starting", nudgedAt: now });
    });
    return { pulled, pushed, more };
  },
});

/** Not the id of any group: the pull then only identifies the other gateway. */
const NONE = "~";

function add<K extends string>(sums: Record<K, number>, found: Readonly<Record<NoInfer<K>, number>>): void {
  for (const key of Object.keys(sums) as K[]) sums[key] += found[key];
}
