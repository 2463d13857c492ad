/** A turn to answer: what was written in a chat since the agent's last answer. */
export interface ClaimedTurn {
  readonly id: string;
  readonly agentId: string;
  readonly chatId: string;
  /** The messages of the turn, in order. The text of one is `content.text`. */
  readonly messages: readonly TurnMessage[];
  /** 1 for the first claim of the turn. */
  readonly attempt: number;
  readonly claim: string;
  /** Unix milliseconds. */
  readonly leaseEndsAt: number;
}

/** A message of a turn, with the members that every message has. */
export interface TurnMessage {
  readonly id: string;
  readonly actorId: string;
  readonly content: { readonly text?: string };
  readonly [member: string]: unknown;
}

/** What a handler can do while it works on a turn. */
export interface TurnTools {
  /** Shows the text that has been written so far. Only the newest text counts; a draft that fails is ignored. */
  draft(text: string): void;
  /** Sends a message as the agent before the answer. */
  say(text: string): Promise<void>;
  /** Aborts when the claim is lost: the turn is handed out again, and an answer would be refused. */
  readonly signal: AbortSignal;
}

/** Works on a turn. Returns the answer, or nothing to end the turn without one; what it throws fails the turn. */
export type TurnHandler = (turn: ClaimedTurn, tools: TurnTools) => TurnAnswer | Promise<TurnAnswer>;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing
type TurnAnswer = string | undefined | void;
