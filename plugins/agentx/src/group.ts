import { agentDirectory } from "@postern/agents/services";
import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";

/** State shared by the operations and the runner of one gateway. */
export interface State {
  /** Whether this gateway runs agents. True even before the runner's first commit. */
  isRunner: boolean;
  /** Number of sessions whose agents this gateway runs or is about to run. */
  sessions(): number;
}

const MINUTE = 60_000;

/** Names of agents and additional workspaces. */
const NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
const path = (description: string) => T.String({ minLength: 1, maxLength: 4096, description });

const AgentConfig = T.Object(
  {
    command: path("Program to run: a name on PATH, or a path; relative paths start at the workspace"),
    args: T.Optional(
      T.Array(T.String({ maxLength: 4096 }), { maxItems: 100, description: "Command-line arguments of the program" }),
    ),
    env: T.Optional(
      T.Array(T.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" }), {
        maxItems: 100,
        description:
          "Names of environment variables to pass to the agent in addition to the standard ones; the values come from the gateway's environment",
      }),
    ),
    title: T.Optional(T.String({ minLength: 1, maxLength: 200, description: "Display name" })),
    cwd: T.Optional(path("Default folder of its sessions, inside a workspace")),
  },
  { additionalProperties: false },
);

export const group = defineGroup("agentx", {
  title: "Coding agents",
  description: "Run and control coding agents that use the Agent Client Protocol.",
  needs: { gateway: gatewayView, agents: optional(agentDirectory) },
  state: stateOf<State>(),
  config: T.Object({
    agents: withDefault(
      T.Record(T.String({ pattern: NAME }), AgentConfig, {
        additionalProperties: false,
        description: "Coding agents by name",
      }),
      {},
    ),
    workspace: T.Optional(path("Folder that sessions work in; by default the current folder")),
    workspaces: withDefault(
      T.Record(T.String({ pattern: NAME }), path("Path of the folder"), {
        additionalProperties: false,
        description: "Additional folders that sessions may work in, by name",
      }),
      {},
    ),
    processes: withDefault(
      T.Integer({
        minimum: 1,
        maximum: 1_000,
        description: "Maximum number of agent processes; further sessions wait",
      }),
      32,
    ),
    idle: withDefault(
      T.Integer({
        minimum: 1_000,
        maximum: 7 * 24 * 60 * MINUTE,
        description: "Milliseconds after which an idle agent is stopped, if it can resume its session",
      }),
      30 * MINUTE,
    ),
    startTimeout: withDefault(
      T.Integer({
        minimum: 100,
        maximum: 10 * MINUTE,
        description: "Milliseconds an agent may take to start, and to create or resume a session",
      }),
      MINUTE,
    ),
    grace: withDefault(
      T.Integer({
        minimum: 100,
        maximum: MINUTE,
        description: "Milliseconds an agent may take to stop before it is killed, and to archive or rename a session",
      }),
      10_000,
    ),
  }),
});

/** Configuration of one agent. */
export interface AgentSettings {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: readonly string[];
  readonly title?: string;
  readonly cwd?: string;
}
