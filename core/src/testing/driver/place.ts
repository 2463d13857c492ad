import type { CompleteDriver, MaybePromise, StoreDriver } from "../../storage/index.ts";

/** Somewhere that a store can stand: a folder, a database, or this process. A new one is empty. */
export interface Place {
  /** Opens the store that stands there. */
  open(): MaybePromise<StoreDriver>;
  /** Whether a store that was closed is there again when it is opened again. */
  lasting?: boolean;
  /** Puts text where a record stands, as a fault of the disk would; the driver's own `setItem` where there is none. */
  tamper?(key: string, text: string): MaybePromise<void>;
  /** Clears the place away. */
  remove?(): MaybePromise<void>;
}

/** What a case works with. */
export interface Bench {
  readonly store: CompleteDriver;
  readonly lasting: boolean;
  tamper(key: string, text: string): Promise<void>;
  /** Closes the store, and opens it again. */
  reopen(): Promise<CompleteDriver>;
}

/** One promise of a store, and how to see that it is kept. */
export type Promised = Readonly<Record<string, (bench: Bench) => Promise<void>>>;
