/** Maximum total size of incomplete long lines of all requests, in bytes. */
const MOST = 64 * 2 ** 20;

/** An open request. */
export interface Stream {
  /** Reads no further lines. */
  stop(): void;
  /** Resolves when no call is in flight and none will follow. */
  readonly finished: Promise<void>;
}

export interface State {
  readonly open: Set<Stream>;
  /** Memory for incomplete lines. A line alone always has enough: the operations limit its length. */
  readonly memory: Memory;
}

export interface Memory {
  /** Whether a line that holds `own` bytes may hold `more`. */
  take(own: number, more: number): boolean;
  release(size: number): void;
}

export function createState(): State {
  let held = 0;
  const memory: Memory = {
    take(own, more) {
      if (held > own && held + more > MOST) return false;
      held += more;
      return true;
    },
    release(size) {
      held -= size;
    },
  };
  return { open: new Set(), memory };
}
