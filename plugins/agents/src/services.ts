import { defineService } from "@postern/core";

/** An agent as other plugins see it. */
export interface AgentRef {
  readonly id: string;
  readonly name?: string;
  readonly cwd?: string;
  readonly model?: string;
  /** Speech defaults such as provider, voice, model and language. */
  readonly speech?: Readonly<Record<string, unknown>>;
  readonly archivedAt?: number;
}

/** Finds agents for other plugins, including archived ones. */
export interface AgentDirectory {
  find(id: string): Promise<AgentRef | undefined>;
}

export const agentDirectory = defineService<AgentDirectory>("agents.directory");
