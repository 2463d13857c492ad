/** What a message counts for. */
interface Count {
  readonly published: number;
  readonly withoutData: number;
}

interface Entry {
  readonly id: string;
  readonly size: number;
  readonly count: Count;
  isDone: boolean;
}

/** The position up to which everything is acknowledged. */
export interface Settled extends Count {
  readonly id: string;
}

interface Window {
  /** Whether a message of this size may be sent now. */
  hasRoom(size: number): boolean;
  /** Waits until a message of this size may be sent. Rejects after a failure. */
  room(size: number): Promise<void>;
  /** Adds a message that was sent. */
  add(id: string, size: number, count: Count, acknowledged: Promise<unknown>): void;
  /** Adds a position with nothing to send: it is settled when all before it are. */
  pass(id: string): void;
  /** Waits until nothing is outstanding. Rejects after a failure. */
  empty(): Promise<void>;
  /** Throws the first failure, if there was one. */
  throwIfFailed(): void;
  /** Ends all waiting with this error. */
  fail(error: unknown): void;
  readonly settled: Settled;
}

interface Listeners {
  /** Called when the settled position advances. */
  onSettled(): void;
  /** Called after the first failure. */
  onFailed(): void;
}

interface Limits {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * The messages that were sent and are not acknowledged: a limited number, so that a slow server slows down the reader of
 * the journal instead of filling the memory.
 */
export function createWindow(start: Settled, { messages, bytes }: Limits, { onSettled, onFailed }: Listeners): Window {
  const entries: Entry[] = [];
  let first = 0;
  let size = 0;
  let settled = start;
  let failure: { readonly error: unknown } | undefined;
  let waiting: (() => void)[] = [];

  const outstanding = () => entries.length - first;
  const isFull = (more: number) => outstanding() >= messages || (outstanding() > 0 && size + more > bytes);

  async function until(isReady: () => boolean): Promise<void> {
    while (!failure && !isReady()) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failure) throw failure.error;
  }

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  function settle(): void {
    const before = settled;
    for (let entry = entries[first]; entry?.isDone; entry = entries[first]) {
      const { id, count } = entry;
      settled = {
        id,
        published: settled.published + count.published,
        withoutData: settled.withoutData + count.withoutData,
      };
      size -= entry.size;
      first++;
    }
    // Removing each one from the front would copy the rest.
    if (first > messages || first === entries.length) {
      entries.splice(0, first);
      first = 0;
    }
    if (settled !== before) onSettled();
    wake();
  }

  function fail(error: unknown): void {
    if (failure) return;
    failure = { error };
    wake();
    onFailed();
  }

  function push(id: string, of: number, count: Count): Entry {
    const entry: Entry = { id, size: of, count, isDone: false };
    entries.push(entry);
    size += of;
    return entry;
  }

  return {
    hasRoom: (of) => !failure && !isFull(of),
    room: (of) => until(() => !isFull(of)),
    add(id, of, count, acknowledged) {
      const entry = push(id, of, count);
      acknowledged.then(() => {
        entry.isDone = true;
        settle();
      }, fail);
    },
    pass(id) {
      push(id, 0, { published: 0, withoutData: 0 }).isDone = true;
      settle();
    },
    empty: () => until(() => outstanding() === 0),
    throwIfFailed() {
      if (failure) throw failure.error;
    },
    fail,
    get settled() {
      return settled;
    },
  };
}
