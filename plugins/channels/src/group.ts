import { agentDirectory } from "@postern/agents/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, gatewayView, oneOf, optional, stateOf, T, withDefault } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import type { State } from "./state.ts";

export const group = defineGroup("channels", {
  title: "Channels",
  description: "The channel runner: a process of its own that carries chats to other platforms and back.",
  config: T.Object({
    role: T.Optional(oneOf("gateway", "runner")),
    runner: T.Optional(
      T.Object(
        {
          script: T.String({ description: "The file that is the runner: it calls runChannels" }),
          args: T.Optional(T.Array(T.String(), { description: "Others see them: no secrets" })),
          env: T.Optional(T.Record(T.String(), T.String(), { description: "Variables that it is given besides" })),
        },
        { description: "How the runner is started" },
      ),
    ),
    environment: T.Optional(
      T.Array(T.String(), { description: "Variables of this process that the runner is given too, such as secrets" }),
    ),
    grace: withDefault(
      T.Integer({ minimum: 0, maximum: 30_000, description: "Milliseconds that the runner has to end in good order" }),
      10_000,
    ),
    log: withDefault(
      T.Object(
        {
          bytes: T.Integer({ minimum: 1_024, maximum: 2 ** 30 }),
          files: T.Integer({ minimum: 1, maximum: 20 }),
        },
        { description: "How large a file of the runner's log grows, and how many there are" },
      ),
      { bytes: 5 * 2 ** 20, files: 3 },
    ),
    hooksPrivate: withDefault(
      T.Boolean({ description: "Whether messages may be posted to webhooks at private and loopback addresses" }),
      false,
    ),
    data: T.Optional(T.String({ description: "The data folder; the runner's log lies in it" })),
    manager: T.Optional(oneOf("builtin", "pm2")),
  }),
  needs: {
    gateway: gatewayView,
    chats: optional(chatDirectory),
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
  state: stateOf<State>(),
});
