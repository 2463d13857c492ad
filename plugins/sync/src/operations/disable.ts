import { defineCommand, T } from "@postern/core";
import { enabledDomains } from "../collections.ts";
import { chosen, shownDomains } from "../domains.ts";
import { domainDisabled } from "../events.ts";
import { group } from "../group.ts";
import { DomainId, Domains, domainsOf } from "../schemas.ts";
import { enabledIn, recordChange } from "../site.ts";

export const disable = defineCommand(group, {
  id: "sync.disable",
  summary: "Disable sync for groups",
  description:
    "Disables all enabled groups by default. When a group is enabled again, changes made in the meantime are exchanged.",
  properties: ["restricts"],
  input: T.Object({ domains: domainsOf(DomainId, "Groups to disable; all enabled groups by default") }),
  output: Domains,
  examples: [{ title: "Disable sync for all groups", input: {} }],
  async plan(ctx, { domains }) {
    const before = await enabledIn(ctx.store);
    // A group whose plugin is no longer enabled can be disabled too.
    const unknown = domains?.filter((id) => !before.includes(id)) ?? [];
    if (unknown.length > 0) chosen(ctx.state, unknown);
    const disabled = before.filter((id) => domains?.includes(id) ?? true);
    const summary = disabled.length > 0 ? `Disable sync of ${disabled.join(", ")}` : "No group needs to be disabled";
    return { summary, domains: disabled };
  },
  undo({ state }, { domains }) {
    // A group whose plugin is no longer enabled cannot be enabled again.
    const isPossible = domains.length > 0 && domains.every((id) => state.domains.has(id));
    return isPossible ? { operation: "sync.enable", input: { domains } } : undefined;
  },
  async execute(ctx, { domains }) {
    const { store, emit } = ctx;
    if (domains.length > 0) recordChange(ctx);
    for (const id of domains) {
      await store.delete(enabledDomains, id);
      emit(domainDisabled, { domain: id });
    }
    return { domains: await shownDomains(store, ctx.state) };
  },
});
