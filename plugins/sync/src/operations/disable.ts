import { defineCommand, T } from "@postern/core";
import { enabledDomains } from "../collections.ts";
import { chosen, shownDomains } from "../domains.ts";
import { domainDisabled } from "../events.ts";
import { group } from "../group.ts";
import { Domain, DomainId } from "../schemas.ts";
import { enabledIn, noteChange } from "../site.ts";

export const disable = defineCommand(group, {
  id: "sync.disable",
  summary: "Exchange groups' records no more",
  description: "All that are enabled, unless some are named. Enabled again, what has changed meanwhile is exchanged.",
  input: T.Object({
    domains: T.Optional(
      T.Array(DomainId, {
        description: "The groups whose records are exchanged",
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
    ),
  }),
  output: T.Object({ domains: T.Array(Domain, { description: "The groups whose records are exchanged" }) }),
  examples: [{ title: "None at all", input: {} }],
  async plan(ctx, { domains }) {
    const before = await enabledIn(ctx.store);
    // A group that does not run any more can be disabled too.
    const unknown = domains?.filter((id) => !before.includes(id)) ?? [];
    if (unknown.length > 0) chosen(ctx.state, unknown);
    const disabled = before.filter((id) => domains?.includes(id) ?? true);
    const summary = disabled.length > 0 ? `Disable sync of ${disabled.join(", ")}` : "Change nothing";
    return { summary, domains: disabled };
  },
  async execute(ctx, { domains }) {
    const { store, emit } = ctx;
    if (domains.length > 0) noteChange(ctx);
    for (const id of domains) {
      await store.delete(enabledDomains, id);
      emit(domainDisabled, { domain: id });
    }
    return { domains: await shownDomains(store, ctx.state) };
  },
});
