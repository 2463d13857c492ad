import { agentDirectory } from "@postern/agents/services";
import { codingSessions } from "@postern/agentx/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const group = defineGroup("approvals", {
  title: "Approvals",
  description: "Commands of propose-only keys wait until people approve them.",
  needs: {
    lasting: optional(lastingWork),
    gateway: gatewayView,
    agents: optional(agentDirectory),
    checks: optional(checks),
    chats: optional(chatDirectory),
    sessions: optional(codingSessions),
  },
  scopes: { decide: "Approve and deny proposals of others; `@` limits it to one operation" },
  config: T.Object({
    expiresAfterMs: withDefault(
      T.Integer({
        minimum: MINUTE,
        maximum: 30 * DAY,
        description: "Milliseconds until an undecided approval expires",
      }),
      DAY,
    ),
  }),
  state: stateOf<State>(),
});
