import { setImmediate as turn } from "node:timers/promises";
import type { Journal } from "../define/journal.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type Entry, published } from "../journal/entry.ts";
import type { CommitNotifier } from "../journal/notifier.ts";
import type { CompleteDriver, Version } from "../storage/index.ts";
import type { Bus } from "./bus.ts";

/** Publishes commits on the bus. If only one process uses the store, its own commits are all there are. */
export function publishOwn(bus: Bus): ReturnType<typeof publishAll> {
  return {
    onCommitted: (entry, number) => (bus.hasListeners() ? bus.publish(published(entry, number)) : undefined),
    idle: async () => {},
    stop: () => {},
  };
}

/** If several processes share the store, events are read from the journal, the only place that has the order of all. */
export function publishAll(driver: CompleteDriver, journal: Journal, bus: Bus, notifier: CommitNotifier, log: Logger) {
  let cursor: string | undefined;
  let ownEnd: string | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  async function publishNew(): Promise<void> {
    try {
      do {
        again = false;
        let more = true;
        while (more && bus.hasListeners()) {
          const after = cursor ?? ownEnd ?? (await journal.end());
          const page = await journal.read({ after, unknown: "gap" });
          bus.publish(page.events);
          ({ cursor, more } = page);
          if (more) await turn();
        }
        if (!bus.hasListeners()) cursor = undefined;
      } while (again);
    } catch (error) {
      if (driver.trouble() === undefined) log.error(causeOf(error), "Events could not be read from the journal");
    } finally {
      reading = undefined;
    }
  }

  function onNewCommits(): void {
    if (!bus.hasListeners()) {
      cursor = undefined;
      return;
    }
    again = true;
    reading ??= publishNew();
  }

  const off = notifier.on(onNewCommits);
  return {
    /** Called for each commit of this process, in order, before its caller gets the answer. */
    onCommitted({ run, events }: Entry, number: Version): void {
      // A listener added now receives the events after this commit.
      if (!bus.hasListeners()) ownEnd = events.length > 0 || !run ? `${number}.${events.length}` : `${number}.0`;
    },
    /** Resolves when all commits so far are published. */
    async idle() {
      onNewCommits();
      await reading;
    },
    stop: off,
  };
}
