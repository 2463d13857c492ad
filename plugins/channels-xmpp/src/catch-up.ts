import type { Archived, Ask } from "./archive.ts";
import { createRow } from "./row.ts";
import type { Session } from "./session.ts";

/** How far an archive has been read: up to a message, or where it was empty up to a time. */
interface Cursor {
  readonly id?: string;
  readonly at: number;
}

/** What was said while nobody was there, and in its order with it what is said now. */
export interface History {
  /**
   * Finds out up to where an archive was read; what comes before `readOn` is not read as it comes. `here`: whether all
   * that is said comes already, so that the first time there is nothing to read.
   */
  prepare(archive: string, here: boolean): Promise<void>;
  /** Reads what came in between; resolves once all is stored, and from then on things are read as they come. */
  readOn(archive: string): Promise<void>;
  /** To be called with each message that comes and that an archive keeps: whether it is to be read now. */
  isNow(archive: string): boolean;
  /**
   * Resolves once what was said before is stored, at once where it is: for what no archive keeps, such as a reaction,
   * which is not to overtake what it speaks of.
   */
  caughtUp(archive: string): Promise<void>;
  /** Takes up that the message is being stored; answers what to call once it is. */
  begin(archive: string, id: string): () => void;
  /** Keeps how far all was read. */
  flush(): Promise<void>;
}

interface Followed {
  cursor: Cursor;
  kept: Cursor;
  /** Whether it is behind: then what comes is not read, for the archive will tell it in its turn. */
  behind: boolean;
  /** Whether there is nothing before what comes now. */
  first: boolean;
  reading: boolean;
  missed: boolean;
  /** Called once it is no longer behind. */
  waiting: (() => void)[];
  readonly begin: (id: string) => () => void;
}

const PAGE = 50;
const KEEP_EVERY = 1_000;

export function createHistory(
  session: Session,
  ask: Ask,
  /** Calls `stored` once it is. */
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
        // What was read is read again then, and known for the same.
        context.log.warn({ adapter: context.adapter, reason: String(error) }, "how far was read could not be kept");
      });
    }, KEEP_EVERY);
    later.unref();
  }

  async function prepare(archive: string, here: boolean): Promise<void> {
    const text = await context.recall(nameOf(archive));
    const known = text === undefined ? undefined : cursorOf(text);
    const cursor = known ?? { at: Date.now(), ...(await newest(archive)) };
    const one: Followed = {
      cursor,
      kept: known ?? { at: 0 },
      behind: known !== undefined || !here,
      first: known === undefined && here,
      reading: false,
      missed: false,
      waiting: [],
      begin: createRow<string>((id) => {
        one.cursor = { id, at: Date.now() };
        keepSoon();
      }),
    };
    followed.set(archive, one);
    if (!known) await keep();
  }

  /** A room may say it to those within only: then it is read by the time. */
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

  /** One page after the other, each stored before the next is asked for. */
  async function readAll(archive: string, one: Followed): Promise<void> {
    let { id, at }: Cursor = one.cursor;
    for (let complete = false; !complete && !context.signal.aborted; ) {
      const from = id === undefined ? { start: at } : { after: id };
      const page = await ask(archive, { ...from, most: PAGE }).catch((error: Error & { condition?: string }) => {
        // The archive has let go of the message up to which was read: then it is read by the time.
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
    async readOn(archive) {
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
