import { setTimeout as pause } from "node:timers/promises";
import type { ClientSetting } from "./client.ts";
import type { Chain } from "./history.ts";
import type { Random } from "./random.ts";

/** A stream without events for so long, in milliseconds, is left for another gateway: there are always events. */
const IDLE = 3_000;

/**
 * Follows the event stream until the signal aborts. After each break it continues at another gateway, after the last
 * event that it received whole.
 */
export async function followStream(
  { gateways, key, signal }: ClientSetting,
  chain: Chain,
  random: Random,
  names: Map<string, string>,
): Promise<void> {
  let cursor = chain.after;
  for (let at = random.between(0, gateways.length - 1); !signal.aborted; at = (at + 1) % gateways.length) {
    const idle = new AbortController();
    let timer = setTimeout(() => idle.abort(), IDLE);
    try {
      const response = await fetch(`${gateways[at]?.url}/api/v1/events/stream`, {
        headers: { authorization: `Bearer ${key}`, "last-event-id": cursor },
        signal: AbortSignal.any([signal, idle.signal]),
      });
      if (!response.ok || !response.body) throw new Error(`The stream was answered with ${response.status}`);
      chain.connections++;
      let text = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const frames = text.split("\n\n");
        text = frames.pop() as string;
        for (const frame of frames) receive(frame);
        clearTimeout(timer);
        timer = setTimeout(() => idle.abort(), IDLE);
        // Sometimes a client leaves without a reason.
        if (random.chance(0.005)) idle.abort();
      }
    } catch {
      // Continues at the next gateway.
    }
    clearTimeout(timer);
    await pause(random.between(10, 100));
  }

  function receive(frame: string): void {
    const id = /^id: ?(.*)$/m.exec(frame)?.[1];
    if (/^event: ?gap$/m.test(frame)) chain.gaps.push(frame);
    else if (/^data:/m.test(frame) && id !== undefined) chain.ids.push(intern(id));
    if (id !== undefined) cursor = id;
  }

  /** One text for all readers that receive the same id. */
  function intern(id: string): string {
    const known = names.get(id);
    if (known !== undefined) return known;
    names.set(id, id);
    return id;
  }
}
