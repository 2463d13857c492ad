import { defineCommand, T } from "@postern/core";
import { oneOfOffered } from "@postern/kit/fields";
import { enabledDomains, tracked } from "../collections.ts";
import { chosen, shownDomains } from "../domains.ts";
import { domainEnabled } from "../events.ts";
import { group } from "../group.ts";
import { shapeOf } from "../records/unknown.ts";
import { assertMayExchange } from "../rights.ts";
import { DomainId, Domains, domainsOf } from "../schemas.ts";
import { enabledIn, ensureSite, recordChange } from "../site.ts";
import { DOMAINS } from "../state.ts";

export const enable = defineCommand(group, {
  id: "sync.enable",
  summary: "Enable sync for groups",
  description:
    "Enables all groups that support sync by default. Enable them on both gateways. Existing records are scanned first.",
  properties: ["lasting"],
  input: T.Object({
    domains: domainsOf(
      oneOfOffered(DOMAINS, { minLength: 1, maxLength: 64, description: DomainId.description as string }),
      "Groups to enable; all groups that support sync by default",
    ),
  }),
  output: Domains,
  examples: [{ title: "Enable sync for all groups", input: {} }],
  async plan(ctx, { domains }) {
    const before = await enabledIn(ctx.store);
    const enabled = chosen(ctx.state, domains).filter((id) => !before.includes(id));
    assertMayExchange(ctx.caller, enabled);
    const summary = enabled.length > 0 ? `Enable sync of ${enabled.join(", ")}` : "No group needs to be enabled";
    return { summary, domains: enabled };
  },
  undo: (_ctx, { domains }) => (domains.length > 0 ? { operation: "sync.disable", input: { domains } } : undefined),
  async execute(ctx, { domains }) {
    const { store, now, emit } = ctx;
    if (domains.length > 0) {
      await ensureSite(ctx);
      // Gateways that wait for changes are notified of the new group.
      recordChange(ctx);
    }
    for (const id of domains) {
      const domain = ctx.state.domains.get(id);
      const isKnown = (await store.unchecked.count(tracked, { prefix: [id], limit: 1 })) > 0;
      await store.put(enabledDomains, {
        id,
        enabledAt: now,
        isCounted: true,
        ...(domain && { shape: shapeOf(domain) }),
        scan: isKnown ? { again: true } : {},
      });
      emit(domainEnabled, { domain: id });
    }
    return { domains: await shownDomains(store, ctx.state) };
  },
});
