/** A request that nobody has heard yet. */
export interface Waiting {
  readonly id: string;
  readonly state: "published" | "generating" | "ready";
  readonly createdAt: number;
  readonly playback: { readonly autoplay: boolean; readonly target: string; readonly clientId?: string };
  readonly claim?: { readonly clientId: string; readonly until: number };
}

/** How long what comes later waits for what was published before it and is not spoken yet, in milliseconds. */
const PATIENCE = 15_000;

/** Those that this client is to play, oldest first. */
export const forClient = (found: readonly Waiting[], clientId: string): Waiting[] =>
  found
    .filter(({ playback }) => playback.target === "extension" && (playback.clientId || clientId) === clientId)
    .sort((left, right) => left.createdAt - right.createdAt);

/** What is to be played now: in order, and what somebody asked for before all else. */
export function nextOf(waiting: readonly Waiting[], clientId: string, asked: string | undefined): Waiting | undefined {
  const isFree = ({ claim }: Waiting) => !claim || claim.clientId === clientId || claim.until < Date.now();
  const chosen = waiting.find(({ id, state }) => id === asked && state === "ready");
  if (chosen) return chosen;
  for (const one of waiting) {
    if (!one.playback.autoplay || !isFree(one)) continue;
    if (one.state === "ready") return one;
    if (Date.now() - one.createdAt < PATIENCE) return undefined;
  }
  return undefined;
}
