import type { AdapterContext } from "@postern/channels/services";

/** The newest stored message of each conversation, from which reading continues after an interruption. */
export interface Seen {
  note(place: string, ts: string): void;
  /** The conversations, the most recently active first. */
  all(): readonly (readonly [place: string, ts: string])[];
  /** Starts saving positions. Earlier, a newer message could hide the ones that were missed. */
  release(): void;
  /** Saves what is not saved yet. */
  stop(): Promise<void>;
}

const NAME = "seen";
/** Maximum number of conversations to track. The least recently active ones are dropped. */
const MAX_COUNT = 50;
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
      log.debug({ adapter, error: String(error) }, "The read position could not be stored");
    }
  }

  return {
    note(place, ts) {
      const before = places.get(place);
      if (before !== undefined && Number(before) >= Number(ts)) return;
      places.delete(place);
      places.set(place, ts);
      if (places.size > MAX_COUNT) places.delete(places.keys().next().value as string);
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
