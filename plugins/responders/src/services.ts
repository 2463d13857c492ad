import type { AgentRef, ClaimedTurn } from "@postern/agents/services";
import { defineService, type Logger, type Static, type TObject } from "@postern/core";
import type { Secret } from "@postern/credentials/services";
import type { Kind } from "@postern/kit/kinds";
import type { HostRule } from "@postern/kit/outbound";

export { nonRetryable, retryIn } from "@postern/kit/queue";

/** A message before a turn. */
export interface PastMessage {
  readonly actorId: string;
  /** Whether the agent itself wrote it. */
  readonly isOwn: boolean;
  readonly text: string;
}

/** An operation of the gateway that a responder may call. */
export interface Tool {
  /** The id with underscores instead of dots, as models accept it. */
  readonly name: string;
  readonly operation: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The operations that a responder may call. */
export interface Tools {
  readonly all: readonly Tool[];
  /**
   * Calls an operation with the rights of the responder. A command that plans first answers its plan, unless the input
   * has `execute: true`. Errors are answered with what is wrong and how to correct it. It rejects, and does nothing, if
   * the turn is no longer to be answered: canceled, claimed by somebody else, or its key has ended.
   */
  call(name: string, input: unknown): Promise<{ readonly isError: boolean; readonly answer: unknown }>;
}

/** Tokens that a request uses. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** What a kind can use to answer one turn. */
export interface AnswerContext<Config = Readonly<Record<string, unknown>>> {
  readonly responder: string;
  readonly config: Config;
  /** The agent, with its instructions. */
  readonly agent: AgentRef;
  readonly turn: ClaimedTurn;
  readonly log: Logger;
  /** Aborts when the turn is canceled or takes too long, or the gateway stops. */
  readonly signal: AbortSignal;
  /** Aborts only when the turn is canceled or takes too long: then work outside the gateway must end, too. */
  readonly canceled: AbortSignal;
  /** The rule for hosts that the kind may connect to. */
  readonly hosts: HostRule;
  readonly tools: Tools;
  /** The messages before the turn, oldest first, with at most this many characters in total. */
  history(characters: number): Promise<readonly PastMessage[]>;
  /** Provides the connection's secret while `work` runs; undefined if the responder has no connection. */
  useSecret<T>(work: (secret: Secret | undefined) => Promise<T> | T): Promise<T>;
  /** Shows the whole text so far while it is being written. */
  draft(text: string): void;
  /**
   * Reserves tokens of the daily budget before a request. Call the result with what was used; without it the reserved
   * tokens count. Throws if the budget does not suffice.
   */
  reserve(tokens: Tokens): Promise<(used: Tokens) => Promise<void>>;
  /** Reads and stores a short text about the chat or for all chats, such as the id of a session. */
  recall(about?: "chat" | "responder"): Promise<string | undefined>;
  remember(value: string, about?: "chat" | "responder"): Promise<void>;
}

/**
 * The outcome of a turn: a text, nothing to say, or the milliseconds within which somebody else will answer it with
 * `agents.turns.answer`.
 */
export type Outcome = { readonly text: string } | { readonly laterMs: number } | "silent";

/** A way to answer turns. */
export interface ResponderKind<C extends TObject = TObject> extends Kind<C> {
  /** Milliseconds that a turn may take; five minutes by default. */
  readonly timeout?: number;
  /** The URLs in a configuration that the gateway connects to. */
  urlsOf?(config: Static<C>): readonly string[];
  /** Checks that turns can be answered, without answering one. Throws if not. Leave it out if there is no such request. */
  check?(
    context: Pick<AnswerContext<Static<C>>, "config" | "signal" | "hosts" | "useSecret">,
  ): Promise<{ readonly detail: string }>;
  /**
   * Answers a turn. Any error is retried after a growing delay; `retryIn` names the delay, and `nonRetryable` ends the
   * turn. Errors are shown to people, so they must not contain secrets.
   */
  answer?(context: AnswerContext<Static<C>>): Promise<Outcome>;
}

/** The service with which plugins register kinds of responders. */
export interface ResponderKinds {
  /** Call it in a plugin's setup. Returns a function that removes the kind. Throws if the id is already registered. */
  register<C extends TObject>(kind: ResponderKind<C>): () => void;
}

export const responderKinds = defineService<ResponderKinds>("responders.kinds");
