import { turnClaimed } from "@postern/agents/services";
import { messageDraft } from "@postern/chats/services";
import { places } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { RunningAdapter } from "./types.ts";

/** Platforms show it for about five seconds. */
const INTERVAL = 4_000;
const TIMEOUT = 5_000;
/** Maximum number of places whose last time is remembered. */
const MAX_PLACES = 1_000;

/** Shows on the platforms that a message is being written. It is a courtesy: failures are ignored. */
export function startTyping(host: OurHost, find: (adapter: string) => RunningAdapter | undefined): () => void {
  const shownAt = new Map<string, number>();

  async function show(chatId: string): Promise<void> {
    const place = await host.store.one(places, "byChat", chatId);
    const outlet = place && find(place.adapter)?.outlet();
    if (!place || !outlet?.link.typing) return;
    const key = `${place.adapter} ${place.place}`;
    const now = performance.now();
    if (now - (shownAt.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL) return;
    if (shownAt.size >= MAX_PLACES) shownAt.clear();
    shownAt.set(key, now);
    const how = { limit: TIMEOUT, signal: host.signal, late: "The platform did not answer in time" };
    await outlet.ask(async (signal) => outlet.link.typing?.(place.place, signal), how).catch(() => {});
  }

  const stops = [
    host.on(messageDraft, ({ data }) => (data.ended ? undefined : show(data.chatId))),
    host.on(turnClaimed, ({ data }) => show(data.chatId)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
