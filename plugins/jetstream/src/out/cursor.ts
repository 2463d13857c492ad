import { eventPlaceOf, type GatewayEvent, omitUndefined } from "@postern/core";
import { cursors } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { isHeld } from "../link/lease.ts";
import type { Settled } from "./window.ts";

/** Milliseconds between two commits of a cursor. Events of this time are published again after a crash. */
const SAVE_EVERY = 250;

interface Gap {
  readonly after: GatewayEvent["id"];
  readonly first: GatewayEvent["id"];
}

/** Stores how far a bridge has published: several times a second at most, however many events that are. */
interface CursorWriter {
  /** Requests that the settled position is stored soon. */
  request(): void;
  /** Remembers events that were deleted before they were published. */
  noteGap(gap: Gap): void;
  /** Stores the settled position now, if it has changed. */
  flush(): Promise<void>;
}

interface Setting {
  readonly host: OurHost;
  readonly id: string;
  readonly token: string;
  settled(): Settled;
  onError(error: unknown): void;
}

export function createCursorWriter({ host, id, token, settled, onError }: Setting): CursorWriter {
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let saved = settled();
  let gap: Gap | undefined;

  async function save(): Promise<void> {
    const next = settled();
    if (next.id === saved.id && gap === undefined) return;
    const found = gap;
    await host.transact(async ({ store }) => {
      const before = await store.get(cursors, id);
      // Another process may have continued, or the bridge was removed.
      if (!before || !(await isHeld(store, id, token))) throw new Error("Another process has continued the work.");
      const { number, place } = eventPlaceOf(next.id) ?? before;
      const { published, withoutData } = next;
      await store.put(cursors, omitUndefined({ id, number, place, published, withoutData, gap: found ?? before.gap }));
    });
    saved = next;
    if (gap === found) gap = undefined;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(save, save);
    return saving;
  }

  return {
    request() {
      timer ??= setTimeout(() => void flush().catch(onError), SAVE_EVERY);
    },
    noteGap(found) {
      gap = found;
    },
    flush,
  };
}
