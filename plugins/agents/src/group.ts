import { defineGroup, optional, stateOf, T } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import { syncDomains } from "@postern/kit/sync";
import type { Waiters } from "./claims/waiters.ts";
import type { RightsRules } from "./rights.ts";

const DAY = 24 * 60 * 60 * 1_000;
const duration = (description: string) => T.Integer({ minimum: 60_000, maximum: 365 * DAY, description });

export const group = defineGroup("agents", {
  title: "Agents",
  description: "Manage agents, their speech defaults and the turns in which they receive and answer chat messages.",
  needs: { lasting: optional(lastingWork), sync: optional(syncDomains), checks: optional(checks) },
  scopes: { turns: "Receive the messages of agents' turns, and answer them" },
  config: T.Object({
    turnExpiryMs: withDefault(duration("Milliseconds after which an unclaimed turn expires"), DAY),
    turnRetentionMs: withDefault(duration("Milliseconds for which finished turns are kept"), 30 * DAY),
  }),
  state: stateOf<{ readonly waiters: Waiters; readonly rights: RightsRules }>(),
});
