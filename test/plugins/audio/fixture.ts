import agents from "@postern/agents";
import audio from "@postern/audio";
import chats from "@postern/chats";
import type { GatewayEvent } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import memory from "@postern/storage-memory";
import type { Storage } from "unstorage";
import { expect, onTestFinished } from "vitest";
import { journalReader } from "../../run/journal.ts";
import { until } from "../../run/until.ts";
import { type KeyRing, keyRing } from "./key-ring.ts";

type Config = Parameters<typeof audio>[0];

interface Options {
  readonly config?: Config;
  readonly storage?: ReturnType<typeof memory>;
  readonly background?: boolean;
  readonly blobs?: Storage;
  /** Replaces the credentials plugin. */
  readonly keys?: KeyRing;
  readonly alone?: boolean;
}

/** A gateway with the audio plugin. */
export async function openFixture(options: Options = {}) {
  const { config = {}, storage = memory(), background = true, keys = keyRing(), alone = false, blobs } = options;
  const reader = journalReader();
  const others = alone ? [] : [agents(), chats(), events(), keys.plugin()];
  const fixture = await testGateway({
    plugins: [...others, audio(config), reader.plugin],
    storage,
    background,
    ...(blobs && { blobs }),
  });
  onTestFinished(() => fixture.stop());

  async function post(id: string, body: object = {}, client: Client = fixture.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const show = async (id: string) => (await post("audio.requests.show", { id })).request;

  return {
    ...fixture,
    storage,
    keys,
    post,
    show,
    /** Publishes a request and returns it. */
    say: async (text: string, more: object = {}) => (await post("audio.tts", { text, ...more, execute: true })).request,
    /** Waits until the request is in a state. */
    async becomes(id: string, state: string) {
      await until(async () => expect(await show(id)).toMatchObject({ state }));
      return show(id);
    },
    /** The bytes of its sound. */
    async sound(id: string): Promise<Buffer> {
      const { key } = fixture.admin;
      const response = await fixture.gateway.fetch(
        new Request(`http://localhost/api/v1/audio/requests/${id}/audio`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      );
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    },
    /** All events of this plugin so far. */
    events: (type = "audio."): Promise<GatewayEvent[]> => reader.events(type),
  };
}

export const TEN_WORDS = "The quick brown fox jumps over the lazy dog today.";

/** Duration in seconds and loudness (0 to 1) of a WAV file with 16-bit samples. */
export function heard(wav: Buffer) {
  expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 12)).toBe("RIFFWAVE");
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  const samples = (wav.length - 44) / 2;
  let sum = 0;
  for (let at = 44; at + 1 < wav.length; at += 2) sum += (wav.readInt16LE(at) / 32_768) ** 2;
  return { seconds: samples / wav.readUInt32LE(24), loudness: Math.sqrt(sum / samples) };
}
