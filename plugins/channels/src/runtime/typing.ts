import { type GatewayEvent, T } from "@postern/core";
import { Value } from "@sinclair/typebox/value";
import { places } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { RunningAdapter } from "./types.ts";

/** Events of somebody who writes, by name, so that neither chats nor agents need to be imported. */
const EVENTS = ["chats.message.draft", "agents.turn.claimed"];
const Writing = T.Object({ chatId: T.String(), ended: T.Optional(T.Boolean()) });

/** Platforms show it for about five seconds. */
const INTERVAL = 4_000;
const TIMEOUT = 5_000;
/** Maximum number of places whose last time is remembered. */
const MAX_PLACES = 1_000;

/** Shows on the platforms that a message is being written. It is a courtesy: failures are ignored. */
export function startTyping(host: OurHost, find: (adapter: string) => RunningAdapter | undefined): () => void {
  const shownAt = new Map<string, number>();

  async function show({ data }: GatewayEvent): Promise<void> {
    if (!Value.Check(Writing, data) || data.ended) return;
    const place = await host.store.one(places, "byChat", data.chatId);
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

  const stops = EVENTS.flatMap((type) => {
    const event = host.services.gateway.event(type);
    return event ? [host.on(event, show)] : [];
  });
  return () => {
    for (const stop of stops) stop();
  };
}
