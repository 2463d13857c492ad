import { defineService } from "@postern/core";

/** An agent as other groups see it. */
export interface AgentRef {
  readonly id: string;
  readonly name?: string;
  readonly cwd?: string;
  readonly model?: string;
  /** Speech defaults: provider, voice, model, language and so on; free-form for the group that speaks. */
  readonly speech?: Readonly<Record<string, unknown>>;
  readonly archivedAt?: number;
}

/** How other groups find agents. */
export interface AgentDirectory {
  find(id: string): Promise<AgentRef | undefined>;
}

export const agentDirectory = defineService<AgentDirectory>("agents.directory");
