import { defineService, type Logger, type Static, type TObject } from "@postern/core";
import type { Secret } from "@postern/credentials/services";
import type { Kind } from "@postern/kit/kinds";
import type { HostRule } from "@postern/kit/outbound";

/** A person or program on a platform. */
export interface Sender {
  /** The platform's id. */
  readonly id: string;
  readonly name?: string;
}

/** A conversation on a platform. */
export interface Place {
  /** The platform's id, unique within the adapter. */
  readonly id: string;
  readonly kind: "dm" | "group" | "room" | "thread";
  readonly title?: string;
}

interface EventBase {
  /** The platform's id of the event, the same if it is delivered again. Each id is processed only once. */
  readonly id: string;
  readonly place: Place;
  readonly sender: Sender;
  /** Unix milliseconds, if the platform provides a time. */
  readonly at?: number;
  /** Additional raw data for callers who may read it. Must not contain secrets. */
  readonly provenance?: Readonly<Record<string, unknown>>;
}

/** An event from a platform. `of` is the platform's id of the message that it changes. */
export type Inbound =
  | (EventBase & { readonly type: "message"; readonly text: string })
  | (EventBase & { readonly type: "edit"; readonly of: string; readonly text: string })
  | (EventBase & { readonly type: "delete"; readonly of: string })
  | (EventBase & {
      readonly type: "reaction";
      readonly of: string;
      readonly emoji: string;
      readonly removed?: boolean;
    });

/** The outcome of an event. If it was ignored, `reason` says why. */
export interface Received {
  readonly disposition: "created" | "duplicate" | "changed" | "ignored";
  readonly chatId?: string;
  readonly messageId?: string;
  readonly reason?: string;
}

/** An outgoing message. */
export interface Outgoing {
  /** The platform's id of the conversation. */
  readonly place: string;
  readonly text: string;
  /** The same for every attempt. */
  readonly idempotencyKey: string;
  /** The trace of the message, for platforms that take the W3C header of this name. */
  readonly traceparent?: string;
}

/** What an adapter can use from `open` until its link is closed. */
export interface AdapterContext<Config = Readonly<Record<string, unknown>>> {
  /** Id of the adapter. */
  readonly adapter: string;
  readonly config: Config;
  readonly log: Logger;
  /** The hosts that the adapter may connect to, for `request`, `boundedFetch` and the sockets of `channels/kind`. */
  readonly hosts: HostRule;
  /** Aborted when the adapter must stop. */
  readonly signal: AbortSignal;
  /** Provides the connection's secret while `work` runs. Throws if the adapter has no connection or it is disabled. */
  useSecret<T>(work: (secret: Secret) => Promise<T> | T): Promise<T>;
  /** Resolves when the event is stored. Acknowledge it to the platform only then. Rejects if it could not be stored. */
  receive(inbound: Inbound): Promise<Received>;
  /** Reports that the adapter works with limitations, until `well` is called. */
  degraded(reason: string): void;
  well(): void;
  /** Reads and stores short texts by name that the adapter needs after a restart, such as its read position. */
  recall(name: string): Promise<string | undefined>;
  remember(name: string, value: string): Promise<void>;
}

/** An open connection to a platform. */
export interface Link {
  /** Resolves when the link has ended. `permanent` means that reconnecting cannot help. */
  readonly closed: Promise<{ readonly reason: string; readonly permanent?: boolean }>;
  /** Checks that the platform responds. Leave it out if the platform has no such request. */
  ping?(signal: AbortSignal): Promise<void>;
  /**
   * Resolves with the platform's id when the platform has accepted the message. Throws `notSent` if it was certainly
   * not sent, and `refused` if the platform will never accept it. Any other error means that the outcome is unknown.
   */
  send(message: Outgoing, signal: AbortSignal): Promise<{ readonly id?: string }>;
  /** Edits or deletes a sent message by the platform's id. */
  edit?(
    change: { readonly place: string; readonly of: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<void>;
  remove?(change: { readonly place: string; readonly of: string }, signal: AbortSignal): Promise<void>;
  /** Shows for a few seconds that a message is being written. Leave it out if the platform cannot. */
  typing?(place: string, signal: AbortSignal): Promise<void>;
  /** Checks whether the platform has a message whose outcome is unknown. `unknown` if this cannot be determined. */
  confirm?(
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<{ readonly sent: boolean; readonly id?: string } | "unknown">;
  /** Closes the link cleanly, within a few seconds. */
  close(): Promise<void>;
}

/** Rate limit: `burst` messages immediately, then one every `every` milliseconds, per adapter or per place. */
export interface Flood {
  readonly burst: number;
  readonly every: number;
  readonly per: "adapter" | "place";
}

/** A platform that adapters can connect to. */
export interface AdapterKind<C extends TObject = TObject> extends Kind<C> {
  /** Maximum length of one message. Longer texts are sent as several messages. */
  readonly text: {
    readonly most: number;
    readonly unit: "bytes" | "characters";
    /** Whether each line is a separate message. A text of several lines is then sent as several messages. */
    readonly lines?: boolean;
  };
  /**
   * The conversation that a user refers to by name, with the id that incoming events have for it. Undefined if the
   * platform cannot have such a conversation. Without this function, names are used as ids.
   */
  placeOf?(given: string, config: Static<C>): Place | undefined;
  readonly flood: Flood;
  /** Rate limit from the adapter's configuration, for self-hosted servers. Replaces `flood`. */
  floodOf?(config: Static<C>): Flood;
  /** Whether the platform recognizes a repeated message by its idempotency key. */
  readonly idempotent: boolean;
  /** Connects. Throws `permanent` if retrying cannot help. Any other error is retried. */
  open(context: AdapterContext<Static<C>>): Promise<Link>;
}

/** The service with which plugins register kinds of adapters. */
export interface AdapterKinds {
  /** Call it in a plugin's setup. Returns a function that removes the kind. Throws if the id is already registered. */
  register<C extends TObject>(kind: AdapterKind<C>): () => void;
}

export const adapterKinds = defineService<AdapterKinds>("channels.kinds");

type Verdict =
  | { readonly word: "not-sent"; readonly retryIn?: number }
  | { readonly word: "refused" | "permanent"; readonly isSecretRejected?: boolean };
const VERDICT = Symbol.for("postern.channels.verdict");
const verdict = (reason: string, said: Verdict): Error => Object.assign(new Error(reason), { [VERDICT]: said });

/** Error for `send` if the message was certainly not sent. `retryIn`: milliseconds, if the platform names a delay. */
export const notSent = (reason: string, retryIn?: number): Error =>
  verdict(reason, { word: "not-sent", ...(retryIn !== undefined && { retryIn }) });
/** Error for `send` if the platform will never accept the message. */
export const refused = (reason: string): Error => verdict(reason, { word: "refused" });
/** Error for `open` if retrying cannot help until something is changed, such as a wrong secret or an unknown host. */
export const permanent = (reason: string): Error => verdict(reason, { word: "permanent" });

/** The same, if the platform rejects the secret of the connection: it has to be rotated. */
export const secretRejected = (reason: string): Error => verdict(reason, { word: "permanent", isSecretRejected: true });

/** The verdict of an error created by the functions above. Undefined for any other error. */
export const verdictOf = (error: unknown): Verdict | undefined =>
  typeof error === "object" && error !== null ? (error as { [VERDICT]?: Verdict })[VERDICT] : undefined;
