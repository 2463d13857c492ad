import { agentDirectory, agentRights, turnQueue } from "@postern/agents/services";
import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import { allowPrivateOption } from "@postern/kit/outbound";
import type { State } from "./state.ts";

const NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
const text = (description: string) => T.String({ minLength: 1, maxLength: 4_096, description });

const Command = T.Object(
  {
    command: text("Program to run: an absolute path, or a name on PATH"),
    args: T.Optional(
      T.Array(T.String({ maxLength: 4_096 }), { maxItems: 100, description: "Command-line arguments of the program" }),
    ),
    env: T.Optional(
      T.Array(T.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" }), {
        maxItems: 100,
        description:
          "Names of environment variables of the gateway to pass to the program; otherwise it gets only PATH",
      }),
    ),
    cwd: T.Optional(text("Folder in which the program runs; by default the gateway's")),
  },
  { additionalProperties: false },
);

export const group = defineGroup("responders", {
  title: "Responders",
  description: "Lets models, coding agents and programs answer the turns of agents.",
  needs: {
    lasting: optional(lastingWork),
    gateway: gatewayView,
    turns: optional(turnQueue),
    agents: optional(agentDirectory),
    rights: optional(agentRights),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
    checks: optional(checks),
  },
  config: T.Object({
    commands: withDefault(
      T.Record(T.String({ pattern: NAME }), Command, {
        additionalProperties: false,
        description: "Programs that responders of the kind command may run, by name",
      }),
      {},
    ),
    allowPrivate: allowPrivateOption,
  }),
  state: stateOf<State>(),
});
