import { type Caller, defineService, type Grant, type Reads } from "@postern/core";
import type { ClaimedTurn } from "./schemas.ts";

export { turnAnswered, turnClaimed, turnDiscarded, turnFailed, turnReady } from "./events.ts";
export type { ClaimedTurn } from "./schemas.ts";
export { voiceProviderOf, voiceSettingsOf } from "./speech.ts";

/** An agent as other plugins see it. */
export interface AgentRef {
  readonly id: string;
  readonly name?: string;
  readonly cwd?: string;
  readonly model?: string;
  /** What the model is told before the conversation. */
  readonly instructions?: string;
  /** Speech defaults such as provider, voice, model and language. */
  readonly speech?: Readonly<Record<string, unknown>>;
  readonly archivedAt?: number;
}

/** Finds agents, including archived ones, and turns for other plugins. */
export interface AgentDirectory {
  find(id: string): Promise<AgentRef | undefined>;
  /** The agent and the chat of a turn, as long as the turn is kept. */
  turn(id: string): Promise<{ readonly agentId: string; readonly chatId: string } | undefined>;
}

export const agentDirectory = defineService<AgentDirectory>("agents.directory");

/** The rights with which an agent is answered for and that this caller does not have. */
export type MissingRights = (
  who: { readonly store: Reads; readonly caller: Caller },
  agentId: string,
) => Promise<readonly Grant[]>;

/** The service with which plugins that answer for agents protect those agents. */
export interface AgentRights {
  /**
   * Call it in a plugin's setup. A caller with missing rights may not change an agent's name, instructions, model or
   * folder. Returns a function that removes the rule.
   */
  register(missing: MissingRights): () => void;
}

export const agentRights = defineService<AgentRights>("agents.rights");

/** Turns as work for plugins that answer them in this process. */
export interface TurnQueue {
  /**
   * Claims up to `limit` of the oldest ready turns of these agents, at most 16. Waits up to `waitMs` milliseconds for one.
   */
  claim(
    agentIds: readonly string[],
    options: {
      readonly leaseMs: number;
      readonly limit: number;
      readonly waitMs: number;
      readonly signal: AbortSignal;
    },
  ): Promise<readonly ClaimedTurn[]>;
  /**
   * Writes the answer into the chat and closes the turn, in one commit; without a content the turn ends without a
   * message. Throws `agents.claim_lost` if the claim has ended.
   */
  answer(turn: ClaimedTurn, content: string | undefined): Promise<{ readonly messageId?: string }>;
  /** Ends the attempt: the turn is ready again after `retryInMs` milliseconds, or has failed. */
  fail(turn: ClaimedTurn, reason: string, retryInMs?: number): Promise<"ready" | "failed">;
  /**
   * Extends the claim by its whole lease, or by `leaseMs` milliseconds. Throws `agents.claim_lost` if it has ended.
   */
  extend(turn: ClaimedTurn, leaseMs?: number): Promise<void>;
  /** Whether the claim still holds: the turn was neither canceled nor closed, and its lease has not ended. */
  isHeld(turn: ClaimedTurn): Promise<boolean>;
  /** Gives the claim back as if it had not been made, for example because the gateway stops. */
  release(turn: ClaimedTurn): Promise<void>;
}

export const turnQueue = defineService<TurnQueue>("agents.turns");
