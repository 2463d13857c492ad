import type { CompleteDriver, MaybePromise, StoreDriver } from "../../storage/index.ts";

/** A place for a store: a folder, a database, or this process. A new one is empty. */
export interface Place {
  /** Opens the store of this place. */
  open(): MaybePromise<StoreDriver>;
  /** Whether a closed store has its data when it is opened again. */
  lasting?: boolean;
  /** Replaces the text of a record, like a disk error. By default with the driver's own `setItem`. */
  tamper?(key: string, text: string): MaybePromise<void>;
  /** Deletes the place. */
  remove?(): MaybePromise<void>;
}

export type Failure = "once" | "cut";

/** The environment of a case. */
export interface Bench {
  readonly store: CompleteDriver;
  readonly lasting: boolean;
  tamper(key: string, text: string): Promise<void>;
  /**
   * Lets a later call of the driver fail, other than one of its own `commit`: 0 is the next one. `once`: it has no effect,
   * and later ones succeed. `cut`: it has its effect, and all later ones fail, as if a connection broke after it. The
   * returned function ends that, and returns whether a call failed.
   */
  failCall(at: number, how: Failure): () => boolean;
  /** Closes the store and opens it again. */
  reopen(): Promise<CompleteDriver>;
}

/** Requirements for a store, with their tests. */
export type Promised = Readonly<Record<string, (bench: Bench) => Promise<void>>>;
