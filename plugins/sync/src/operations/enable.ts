import { defineCommand, T } from "@postern/core";
import { oneOfOffered } from "@postern/core/fields";
import { enabledDomains, tracked } from "../collections.ts";
import { chosen, shownDomains } from "../domains.ts";
import { domainEnabled } from "../events.ts";
import { group } from "../group.ts";
import { shapeOf } from "../records/unknown.ts";
import { assertMayExchange } from "../rights.ts";
import { Domain, DomainId } from "../schemas.ts";
import { enabledIn, ensureSite, noteChange } from "../site.ts";
import { DOMAINS } from "../state.ts";

export const enable = defineCommand(group, {
  id: "sync.enable",
  summary: "Let groups' records be exchanged with linked gateways",
  description:
    "All groups that can, unless some are named. It has to be done on both gateways. What there is already is looked through first.",
  input: T.Object({
    domains: T.Optional(
      T.Array(oneOfOffered(DOMAINS, { minLength: 1, maxLength: 64, description: DomainId.description as string }), {
        description: "The groups whose records are exchanged",
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
    ),
  }),
  output: T.Object({ domains: T.Array(Domain, { description: "The groups whose records are exchanged" }) }),
  examples: [{ title: "All that there is", input: {} }],
  async plan(ctx, { domains }) {
    const before = await enabledIn(ctx.store);
    const enabled = chosen(ctx.state, domains).filter((id) => !before.includes(id));
    assertMayExchange(ctx.caller, enabled);
    const summary = enabled.length > 0 ? `Enable sync of ${enabled.join(", ")}` : "Change nothing";
    return { summary, domains: enabled };
  },
  async execute(ctx, { domains }) {
    const { store, now, emit } = ctx;
    if (domains.length > 0) {
      await ensureSite(ctx);
      // Whoever waits for changes hears that there is a group more.
      noteChange(ctx);
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
