import type { Archived } from "./archive.ts";
import type { History } from "./catch-up.ts";
import type { Element } from "./element.ts";
import { archivedAs, meaningOf } from "./meaning.ts";
import { NS } from "./names.ts";
import { createOrderedCompletion } from "./ordered-completion.ts";
import { saidBy } from "./read.ts";
import type { Rooms } from "./rooms.ts";
import type { Session } from "./session.ts";

interface Following {
  readonly archives: ReadonlySet<string>;
  /** Resolves when it is known whether there is an archive. */
  ready(archive: string): Promise<void>;
  readonly history: History;
  readonly rooms: Rooms;
  /** Reads a stanza and stores its events. `stored` is called in any case. */
  take(stanza: Element, archived: Archived | undefined, archive: string, stored: () => void): Promise<void>;
}

/** Reads stanzas one after another, and acknowledges each to the server only when it is stored. */
export function follow(session: Session, { archives, ready, history, rooms, take }: Following): void {
  const { adapter, log } = session.context;
  const handled = acknowledgeOnlyStored(session);
  let turn = Promise.resolve();

  session.listen((stanza) => {
    const ended = handled();
    const said = stanza.is("message") ? saidBy(stanza, session.me, rooms) : undefined;
    if (!said) return ended();
    const { archive } = said;
    let stored = () => {};
    const done = () => {
      stored();
      ended();
    };
    const one = async () => {
      await ready(archive);
      const archived = archives.has(archive) ? archivedAs(stanza, archive) : undefined;
      if (archived !== undefined && !history.isNow(archive)) return done();
      if (archived !== undefined) stored = history.begin(archive, archived);
      else if (meaningOf(stanza)) await history.caughtUp(archive);
      await take(stanza, undefined, archive, done);
    };
    turn = turn.then(one).catch((error) => {
      log.warn({ adapter, reason: String(error).slice(0, 300) }, "A stanza could not be read");
      done();
    });
  });
}

const ACK_DELAY = 500;

/**
 * The library acknowledges the number of stanzas that it has read. This replaces it with the number that is stored:
 * the server keeps unacknowledged stanzas and delivers them again.
 */
function acknowledgeOnlyStored({ client, xml, send, gone }: Session): () => () => void {
  let tally = { stored: client.streamManagement.inbound };
  let begin = startCount(tally);
  let later: NodeJS.Timeout | undefined;

  function startCount(counted: typeof tally) {
    return createOrderedCompletion<undefined>(() => {
      counted.stored++;
      later ??= setTimeout(acknowledge, ACK_DELAY).unref();
    });
  }

  // Answers an earlier request of the server, which does not repeat it.
  function acknowledge() {
    later = undefined;
    const { enabled } = client.streamManagement as { enabled: boolean };
    if (enabled) send(xml("a", { xmlns: NS.acks, h: String(tally.stored) })).catch(() => {});
  }
  void gone.then(() => clearTimeout(later));

  Object.defineProperty(client.streamManagement, "inbound", {
    get: () => tally.stored,
    set(count: number) {
      // The library increments this for each stanza, too early, and resets it to 0 when the server starts counting.
      if (count !== 0) return;
      tally = { stored: 0 };
      begin = startCount(tally);
    },
  });
  return () => begin(undefined);
}
