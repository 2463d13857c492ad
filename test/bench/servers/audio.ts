/** Tells how long a sentence of ten words takes from the call to the first byte of its sound, in milliseconds. */
import { join } from "node:path";
import audio from "@postern/audio";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import files from "unstorage/drivers/fs";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";

const engine = process.env.ENGINE as "espeak-ng" | "flite";
const gateway = createGateway({
  plugins: [audio({ engine })],
  storage: lmdb({ path: join(folder, "store") }),
  blobs: createStorage({ driver: files({ base: join(folder, "blobs") }) }),
});
await gateway.start();
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["*"] });
const headers = { authorization: `Bearer ${key}` };

const first = await speak();
const spent: number[] = [];
for (let n = 0; n < 20; n++) spent.push(await speak());
const begin = performance.now();
await Promise.all(Array.from({ length: 50 }, speak));
const rate = 50 / ((performance.now() - begin) / 1_000);
await gateway.stop();
process.stdout.write(`${JSON.stringify({ first, next: spreadOf(spent).median, rate })}\n`);

async function speak(): Promise<number> {
  const begin = performance.now();
  const text = "The quick brown fox jumps over the lazy dog today.";
  const { request } = await gateway.call("audio.tts", { text }, { execute: true });
  const sound = new Request(`http://localhost/api/v1/audio/requests/${request.id}/audio`, { headers });
  for (;;) {
    const response = await gateway.fetch(sound.clone());
    if (response.status === 200) {
      await response.body?.getReader().read();
      return performance.now() - begin;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
