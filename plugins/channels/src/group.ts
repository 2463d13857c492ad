import { agentDirectory } from "@postern/agents/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, gatewayView, oneOf, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import { allowPrivateOption } from "@postern/kit/outbound";
import type { State } from "./state.ts";

export const group = defineGroup("channels", {
  title: "Channels",
  description: "Connects chats to other messaging platforms. Adapters run in a separate process, the channel runner.",
  config: T.Object({
    role: T.Optional(oneOf("gateway", "runner")),
    runner: T.Optional(
      T.Object(
        {
          script: T.String({ description: "Script of the runner, a program that calls runChannels" }),
          args: T.Optional(
            T.Array(T.String(), {
              description: "Arguments of the script. Other users of the machine can see them: do not pass secrets.",
            }),
          ),
          env: T.Optional(
            T.Record(T.String(), T.String(), { description: "Additional environment variables for the runner" }),
          ),
        },
        { description: "How to start the runner" },
      ),
    ),
    environment: T.Optional(
      T.Array(T.String(), {
        description: "Names of environment variables of this process to pass to the runner, such as those with secrets",
      }),
    ),
    grace: withDefault(
      T.Integer({
        minimum: 0,
        maximum: 30_000,
        description: "Milliseconds that the runner has to stop after SIGTERM before it is killed",
      }),
      10_000,
    ),
    log: withDefault(
      T.Object(
        {
          bytes: T.Integer({ minimum: 1_024, maximum: 2 ** 30 }),
          files: T.Integer({ minimum: 1, maximum: 20 }),
        },
        { description: "Maximum size of a log file in bytes, and number of log files to keep" },
      ),
      { bytes: 5 * 2 ** 20, files: 3 },
    ),
    hooksPrivate: withDefault(
      T.Boolean({ description: "Whether webhooks at private and loopback addresses are allowed" }),
      false,
    ),
    allowPrivate: allowPrivateOption,
    data: T.Optional(T.String({ description: "The data folder, which holds the runner's log" })),
    manager: T.Optional(oneOf("builtin", "pm2")),
  }),
  needs: {
    lasting: optional(lastingWork),
    gateway: gatewayView,
    chats: optional(chatDirectory),
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
    checks: optional(checks),
  },
  state: stateOf<State>(),
});
