import { setImmediate as turn } from "node:timers/promises";
import type { Journal } from "../define/journal.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type Entry, published } from "../journal/entry.ts";
import type { CommitNotifier } from "../journal/notifier.ts";
import type { CompleteDriver, Version } from "../storage/index.ts";
import type { Bus } from "./bus.ts";

/** Brings events from commits to the listeners on the bus, in the order of the commits. */
export interface EventPublisher {
  /** Called for each commit of this process, in order, before whoever asked for it gets its answer. */
  onCommitted(entry: Entry, number: Version): void;
  /** Resolves once all commits so far are published. */
  idle(): Promise<void>;
  stop(): void;
}

/** Where one process alone has the store, its own commits are all there are. */
export function publishOwn(bus: Bus): EventPublisher {
  return {
    onCommitted: (entry, number) => (bus.isHeard() ? bus.publish(published(entry, number)) : undefined),
    idle: async () => {},
    stop: () => {},
  };
}

/** Where several processes share the store, events are read back from the journal, which alone has the order of all. */
export function publishAll(
  driver: CompleteDriver,
  journal: Journal,
  bus: Bus,
  notifier: CommitNotifier,
  log: Logger,
): EventPublisher {
  let cursor: string | undefined;
  let ownEnd: string | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  async function readOn(): Promise<void> {
    try {
      do {
        again = false;
        let more = true;
        while (more && bus.isHeard()) {
          const after = cursor ?? ownEnd ?? (await journal.end());
          const page = await journal.read({ after, unknown: "gap" });
          bus.publish(page.events);
          ({ cursor, more } = page);
          if (more) await turn();
        }
        if (!bus.isHeard()) cursor = undefined;
      } while (again);
    } catch (error) {
      if (driver.trouble() === undefined) log.error(causeOf(error), "Events could not be read from the journal");
    } finally {
      reading = undefined;
    }
  }

  function news(): void {
    if (!bus.isHeard()) {
      cursor = undefined;
      return;
    }
    again = true;
    reading ??= readOn();
  }

  const off = notifier.on(news);
  return {
    onCommitted({ run, events }, number) {
      // Whoever begins to listen now hears what comes after this.
      if (!bus.isHeard()) ownEnd = events.length > 0 || !run ? `${number}.${events.length}` : `${number}.0`;
    },
    async idle() {
      news();
      await reading;
    },
    stop: off,
  };
}
