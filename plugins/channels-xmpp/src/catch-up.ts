import type { Archived, Ask } from "./archive.ts";
import { createOrderedCompletion } from "./ordered-completion.ts";
import type { Stay } from "./rooms.ts";
import type { Session } from "./session.ts";

/** The read position in an archive: a message, or a time if the archive was empty. */
interface Cursor {
  readonly id?: string;
  readonly at: number;
}

/** Reads missed messages from archives, and keeps new messages in order with them. */
export interface History {
  /**
   * Loads the read position of an archive. During a stay in its room all messages already arrive live, so that there is
   * nothing to read the first time.
   */
  prepare(archive: string, stay?: Stay): Promise<void>;
  /** Reads the missed messages. Resolves when all are stored; from then on messages are read as they arrive. */
  readMissed(archive: string): Promise<void>;
  /** Whether a message that arrives and is also archived should be read now. Call it for each of them. */
  isNow(archive: string): boolean;
  /**
   * Resolves when the missed messages are stored. Used for events that are not archived, such as reactions, which must
   * not overtake the messages that they refer to.
   */
  caughtUp(archive: string): Promise<void>;
  /** Records that a message is being stored. Call the returned function when it is. */
  begin(archive: string, id: string): () => void;
  /** Stores the read positions. */
  flush(): Promise<void>;
}

interface Followed {
  cursor: Cursor;
  kept: Cursor;
  /** Whether missed messages are still being read. New messages are then read from the archive, in their order. */
  behind: boolean;
  /** Whether there are no messages before the live ones. */
  first: boolean;
  reading: boolean;
  missed: boolean;
  /** Called when it is no longer behind. */
  waiting: (() => void)[];
  readonly begin: (id: string) => () => void;
}

const PAGE = 50;
const KEEP_EVERY = 1_000;

export function createHistory(
  session: Session,
  ask: Ask,
  /** Calls `stored` when the message is stored. */
  read: (archive: string, message: Archived, stored: () => void) => Promise<void>,
): History {
  const { context } = session;
  const followed = new Map<string, Followed>();
  const nameOf = (archive: string) => `read:${archive}`;
  let later: NodeJS.Timeout | undefined;

  async function keep(): Promise<void> {
    for (const [archive, one] of followed) {
      if (one.kept === one.cursor) continue;
      const { cursor } = one;
      await context.remember(nameOf(archive), JSON.stringify(cursor));
      one.kept = cursor;
    }
  }

  function keepSoon() {
    later ??= setTimeout(() => {
      later = undefined;
      keep().catch((error) => {
        // Not critical: the messages are read again and recognized.
        context.log.warn({ adapter: context.adapter, reason: String(error) }, "The read position could not be stored");
      });
    }, KEEP_EVERY);
    later.unref();
  }

  async function prepare(archive: string, stay?: Stay): Promise<void> {
    const text = await context.recall(nameOf(archive));
    const known = text === undefined ? undefined : cursorOf(text);
    const cursor = known ?? (await firstCursor(archive, stay));
    const one: Followed = {
      cursor,
      kept: known ?? { at: 0 },
      behind: known !== undefined || !stay,
      first: known === undefined && stay !== undefined,
      reading: false,
      missed: false,
      waiting: [],
      begin: createOrderedCompletion<string>((id) => {
        one.cursor = { id, at: Date.now() };
        keepSoon();
      }),
    };
    followed.set(archive, one);
    if (!known) await keep();
  }

  async function firstCursor(archive: string, stay: Stay | undefined): Promise<Cursor> {
    const at = stay?.since ?? Date.now();
    const last = await newest(archive);
    // After the end of the stay, the newest message may be one that did not arrive.
    return stay?.hasEnded() ? { at } : { at, ...last };
  }

  /** A room may answer only its occupants. Then it is read by time. */
  const newest = async (archive: string) => {
    const { last } = await ask(archive, { before: "", most: 1 }).catch((): { last?: string } => ({}));
    return last === undefined ? {} : { id: last };
  };

  async function storing(archive: string, one: Followed, message: Archived): Promise<void> {
    const ended = one.begin(message.id);
    await new Promise<void>((resolve, reject) => {
      read(archive, message, resolve).catch(reject);
    });
    ended();
  }

  /** Each page is stored before the next one is requested. */
  async function readAll(archive: string, one: Followed): Promise<void> {
    let { id, at }: Cursor = one.cursor;
    for (let complete = false; !complete && !context.signal.aborted; ) {
      const from = id === undefined ? { start: at } : { after: id };
      const page = await ask(archive, { ...from, most: PAGE }).catch((error: Error & { condition?: string }) => {
        // The archive has deleted the message at the read position: continue by time.
        if (error.condition !== "item-not-found" || id === undefined) throw error;
        id = undefined;
        return undefined;
      });
      if (!page) continue;
      const stored = page.messages.map((message) => storing(archive, one, message));
      await Promise.race([Promise.all(stored), session.gone]);
      at = Date.now();
      id = page.last ?? id;
      complete = page.complete;
    }
  }

  return {
    prepare,
    async readMissed(archive) {
      const one = followed.get(archive);
      if (!one) return;
      if (one.first) {
        one.first = false;
        return;
      }
      one.behind = true;
      one.missed = true;
      if (one.reading) return;
      one.reading = true;
      try {
        while (one.missed && !context.signal.aborted) {
          one.missed = false;
          await readAll(archive, one);
        }
      } finally {
        one.reading = false;
        one.behind = false;
        for (const resolve of one.waiting.splice(0)) resolve();
      }
    },
    isNow(archive) {
      const one = followed.get(archive);
      if (!one?.behind) return true;
      one.missed = true;
      return false;
    },
    caughtUp(archive) {
      const one = followed.get(archive);
      return one?.behind ? new Promise((resolve) => one.waiting.push(resolve)) : Promise.resolve();
    },
    begin: (archive, id) => followed.get(archive)?.begin(id) ?? (() => {}),
    async flush() {
      clearTimeout(later);
      await keep();
    },
  };
}

function cursorOf(text: string): Cursor | undefined {
  try {
    const { id, at } = JSON.parse(text) as Partial<Cursor>;
    if (typeof at !== "number") return undefined;
    return typeof id === "string" ? { id, at } : { at };
  } catch {
    return undefined;
  }
}
