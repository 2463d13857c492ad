import { agentDirectory } from "@postern/agents/services";
import { defineGroup, optional, stateOf, T, withDefault } from "@postern/core";

/** What the operations and the runner of one gateway share. */
export interface State {
  /** Whether this gateway runs agents: it does before its first commit says so. */
  isRunner: boolean;
}

const MINUTE = 60_000;

/** A name of an agent, of a variable, of a further workspace. */
const NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
const path = (description: string) => T.String({ minLength: 1, maxLength: 4096, description });

const AgentConfig = T.Object(
  {
    command: path("The program, found on PATH or named by its path"),
    args: T.Optional(T.Array(T.String({ maxLength: 4096 }), { maxItems: 100 })),
    env: T.Optional(
      T.Array(T.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" }), {
        maxItems: 100,
        description: "Names of variables that it gets beside the usual ones; their values are those of the gateway",
      }),
    ),
    title: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
    cwd: T.Optional(path("The folder of its sessions where none is said, below a workspace")),
  },
  { additionalProperties: false },
);

export const group = defineGroup("agentx", {
  title: "Coding agents",
  description: "Sessions of coding agents that speak the Agent Client Protocol.",
  needs: { agents: optional(agentDirectory) },
  state: stateOf<State>(),
  config: T.Object({
    agents: withDefault(
      T.Record(T.String({ pattern: NAME }), AgentConfig, {
        additionalProperties: false,
        description: "Coding agents by name, and how each is started",
      }),
      {},
    ),
    workspace: T.Optional(path("The folder that sessions work in or below; the current one unless said")),
    workspaces: withDefault(
      T.Record(T.String({ pattern: NAME }), path("A folder"), {
        additionalProperties: false,
        description: "Further folders that sessions may work in, by name",
      }),
      {},
    ),
    processes: withDefault(
      T.Integer({ minimum: 1, maximum: 1_000, description: "Agents that run at a time; more wait for their turn" }),
      32,
    ),
    idle: withDefault(
      T.Integer({
        minimum: 1_000,
        maximum: 7 * 24 * 60 * MINUTE,
        description:
          "Milliseconds after which an agent that can come back to a session is ended where nothing is asked of it",
      }),
      30 * MINUTE,
    ),
    startTimeout: withDefault(
      T.Integer({ minimum: 100, maximum: 10 * MINUTE, description: "Milliseconds that an agent may take to start" }),
      MINUTE,
    ),
    grace: withDefault(
      T.Integer({
        minimum: 100,
        maximum: MINUTE,
        description: "Milliseconds that an agent may take to stop what it is told to stop, before it is ended",
      }),
      10_000,
    ),
  }),
});

/** How an agent is started. */
export interface AgentSetting {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: readonly string[];
  readonly title?: string;
  readonly cwd?: string;
}
