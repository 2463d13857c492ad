import { defineService, type Logger, type Static, type TObject } from "@postern/core";
import type { Secret } from "@postern/credentials/services";

/** A person or program of a platform. */
export interface Sender {
  /** The platform's own id. */
  readonly id: string;
  readonly name?: string;
}

/** A conversation of a platform. */
export interface Place {
  /** The platform's own id, unique within the adapter. */
  readonly id: string;
  readonly kind: "dm" | "group" | "room" | "thread";
  readonly title?: string;
}

interface Happening {
  /** The platform's own id of what happened, the same when it is delivered again: by it nothing is taken in twice, for good. */
  readonly id: string;
  readonly place: Place;
  readonly sender: Sender;
  /** Unix milliseconds, where the platform tells. */
  readonly at?: number;
  /** What else the platform says, for those who may read raw things; no secrets. */
  readonly provenance?: Readonly<Record<string, unknown>>;
}

/** What comes in. `of` is the platform's id of the message that it changes. */
export type Inbound =
  | (Happening & { readonly type: "message"; readonly text: string })
  | (Happening & { readonly type: "edit"; readonly of: string; readonly text: string })
  | (Happening & { readonly type: "delete"; readonly of: string })
  | (Happening & {
      readonly type: "reaction";
      readonly of: string;
      readonly emoji: string;
      readonly removed?: boolean;
    });

/** What became of it. `ignored` says why nothing did. */
export interface Received {
  readonly disposition: "created" | "duplicate" | "changed" | "ignored";
  readonly chatId?: string;
  readonly messageId?: string;
  readonly reason?: string;
}

/** What goes out. */
export interface Outgoing {
  /** The platform's id of the conversation. */
  readonly place: string;
  readonly text: string;
  /** The same at each attempt. */
  readonly idempotencyKey: string;
}

/** What an adapter gets for its life: from `open` to the moment its link has closed. */
export interface AdapterContext<Config = Readonly<Record<string, unknown>>> {
  /** The adapter's id. */
  readonly adapter: string;
  readonly config: Config;
  readonly log: Logger;
  /** Aborts when the adapter is to stop. */
  readonly signal: AbortSignal;
  /** Hands over the secret of the adapter's connection, for the moment of use. Throws where there is none or it is disabled. */
  useSecret<T>(work: (secret: Secret) => Promise<T> | T): Promise<T>;
  /** Resolves once it is stored: only then acknowledge it to the platform. Rejects where it could not be stored. */
  receive(inbound: Inbound): Promise<Received>;
  /** Something works less than it should, or all is well again. */
  degraded(reason: string): void;
  well(): void;
  /** What the adapter has to know after a restart, such as how far it has read: short texts by name. */
  recall(name: string): Promise<string | undefined>;
  remember(name: string, value: string): Promise<void>;
}

/** A connection to a platform that stands. */
export interface Link {
  /** Resolves when it has ended, for whatever cause; `permanent` where trying again cannot help. */
  readonly closed: Promise<{ readonly reason: string; readonly permanent?: boolean }>;
  /** Asks the platform itself and resolves with its answer. Absent where a platform has no such question. */
  ping?(signal: AbortSignal): Promise<void>;
  /**
   * Resolves once the platform has taken it, with its id there. Throws `notSent` where it certainly was not sent, and
   * `refused` where the platform will never take it. Anything else that it throws leaves open whether it was sent.
   */
  send(message: Outgoing, signal: AbortSignal): Promise<{ readonly id?: string }>;
  /** Change or take back what was sent, by the platform's id. */
  edit?(
    change: { readonly place: string; readonly of: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<void>;
  remove?(change: { readonly place: string; readonly of: string }, signal: AbortSignal): Promise<void>;
  /** Whether the platform has a message of which that was left open; `unknown` where it cannot tell. */
  confirm?(
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<{ readonly sent: boolean; readonly id?: string } | "unknown">;
  /** Ends it in good order, within a few seconds. */
  close(): Promise<void>;
}

/** How fast a platform lets one send: `burst` at once, then one each `every` milliseconds; for all or for each place. */
export interface Flood {
  readonly burst: number;
  readonly every: number;
  readonly per: "adapter" | "place";
}

/** A platform that adapters can speak to. */
export interface AdapterKind<C extends TObject = TObject> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** What an adapter of the kind is configured with; closed, and without secrets. */
  readonly config: C;
  /** Whether it needs the secret of a connection, and what that secret is, in words for people. */
  readonly secret?: { readonly needed: boolean; readonly what: string };
  /** The hosts that an adapter sends its secret to, each with its port; absent where it sends it nowhere. */
  hostsOf?(config: Static<C>): readonly string[];
  /** The longest text of one message; a longer one is sent as several. */
  readonly text: {
    readonly most: number;
    readonly unit: "bytes" | "characters";
    /** Whether each line is a message by itself: then a text of several lines is sent as several. */
    readonly lines?: boolean;
  };
  /**
   * The conversation that a person means by a name, with the id under which what comes in from there has it; undefined
   * where the platform can have no such conversation. Without it names are taken as they are given.
   */
  placeOf?(given: string, config: Static<C>): Place | undefined;
  readonly flood: Flood;
  /** How fast a server of one's own lets one send, where the adapter's configuration says so; in place of `flood`. */
  floodOf?(config: Static<C>): Flood;
  /** Whether the platform recognises a message that is sent twice by its idempotency key. */
  readonly idempotent: boolean;
  /** Connects. Throws what cannot be: `permanent` (services' function) where trying again cannot help, anything else to be tried again. */
  open(context: AdapterContext<Static<C>>): Promise<Link>;
}

/** Where plugins offer kinds of adapters. */
export interface AdapterKinds {
  /** In a plugin's setup; answers what takes it off again. Throws where the id is taken. */
  register<C extends TObject>(kind: AdapterKind<C>): () => void;
}

export const adapterKinds = defineService<AdapterKinds>("channels.kinds");

type Verdict = { readonly word: "not-sent"; readonly retryIn?: number } | { readonly word: "refused" | "permanent" };
const VERDICT = Symbol.for("postern.channels.verdict");
const verdict = (reason: string, said: Verdict): Error => Object.assign(new Error(reason), { [VERDICT]: said });

/** To be thrown by `send` where the message certainly was not sent; `retryIn` in milliseconds where the platform says when. */
export const notSent = (reason: string, retryIn?: number): Error =>
  verdict(reason, { word: "not-sent", ...(retryIn !== undefined && { retryIn }) });
/** To be thrown by `send` where the platform will never take the message. */
export const refused = (reason: string): Error => verdict(reason, { word: "refused" });
/** To be thrown by `open` where trying again cannot help before somebody changes something: a wrong secret, an unknown host. */
export const permanent = (reason: string): Error => verdict(reason, { word: "permanent" });

/** What such an error says; undefined for any other. */
export const verdictOf = (error: unknown): Verdict | undefined =>
  typeof error === "object" && error !== null ? (error as { [VERDICT]?: Verdict })[VERDICT] : undefined;
