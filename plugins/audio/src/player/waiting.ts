/** A request that was not played yet. */
export interface Waiting {
  readonly id: string;
  readonly state: "published" | "generating" | "ready";
  readonly createdAt: number;
  readonly playback: { readonly autoplay: boolean; readonly target: string; readonly clientId?: string };
  readonly claim?: { readonly clientId: string; readonly until: number };
}

/** How long an earlier request that is not ready delays later ones, in milliseconds. */
const MAX_WAIT = 15_000;

/** The requests that this client may play, oldest first. */
export const forClient = (found: readonly Waiting[], clientId: string): Waiting[] =>
  found
    .filter(({ playback }) => playback.target === "extension" && (playback.clientId || clientId) === clientId)
    .sort((left, right) => left.createdAt - right.createdAt);

/** The next request to play: one the user asked for, otherwise the oldest. */
export function nextOf(
  waiting: readonly Waiting[],
  clientId: string,
  requestedId: string | undefined,
): Waiting | undefined {
  const isFree = ({ claim }: Waiting) => !claim || claim.clientId === clientId || claim.until < Date.now();
  const chosen = waiting.find(({ id, state }) => id === requestedId && state === "ready");
  if (chosen) return chosen;
  for (const one of waiting) {
    if (!one.playback.autoplay || !isFree(one)) continue;
    if (one.state === "ready") return one;
    if (Date.now() - one.createdAt < MAX_WAIT) return undefined;
  }
  return undefined;
}
