import type { AdapterContext } from "@postern/channels/services";

/** The newest message of each conversation that was stored, so that after a gap it is known where to go on. */
export interface Seen {
  note(place: string, ts: string): void;
  /** The conversations, the one that was last spoken in first. */
  all(): readonly (readonly [place: string, ts: string])[];
  /** From now on it is written down. Before, what lies in a gap could be forgotten for something newer. */
  release(): void;
  /** Writes down what is not written yet. */
  stop(): Promise<void>;
}

const NAME = "seen";
/** Conversations that are looked after; those that were longest silent are let go. */
const MOST = 50;
const THROTTLE = 5_000;

export async function openSeen({ recall, remember, log, adapter }: AdapterContext): Promise<Seen> {
  const places = read(await recall(NAME));
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;
  let isChanged = false;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isReleased || !isChanged) return;
    isChanged = false;
    try {
      await remember(NAME, JSON.stringify([...places]));
    } catch (error) {
      log.debug({ adapter, error: String(error) }, "how far Slack was read could not be written down");
    }
  }

  return {
    note(place, ts) {
      const before = places.get(place);
      if (before !== undefined && Number(before) >= Number(ts)) return;
      places.delete(place);
      places.set(place, ts);
      if (places.size > MOST) places.delete(places.keys().next().value as string);
      isChanged = true;
      timer ??= setTimeout(() => void write(), THROTTLE);
    },
    release() {
      isReleased = true;
      timer ??= setTimeout(() => void write(), THROTTLE);
    },
    all: () => [...places].reverse(),
    stop: write,
  };
}

function read(text: string | undefined): Map<string, string> {
  try {
    const pairs = JSON.parse(text ?? "[]") as [string, string][];
    return new Map(pairs.filter(([place, ts]) => typeof place === "string" && typeof ts === "string"));
  } catch {
    return new Map();
  }
}
