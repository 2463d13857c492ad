/**
 * Runs flite in a thread of its own, because it is synchronous and takes about 100 ms per sentence. Uses a WASI shim in
 * JavaScript, because node:wasi crashes after some sentences.
 */
import { readFile } from "node:fs/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

/** A sentence to speak. `stretch` is 1 / speed. */
export interface SentenceRequest {
  readonly id: number;
  readonly text: string;
  readonly voice: string;
  readonly stretch: number;
}
/** A WAV file, or the reason for the failure. */
export type SentenceResult =
  | { readonly id: number; readonly wav: Uint8Array }
  | { readonly id: number; readonly reason: string };

const port = parentPort as MessagePort;
/** `workerData` is the path of its file. */
const flite = readFile(workerData as string).then((bytes) => WebAssembly.compile(bytes));

port.on("message", async (request: SentenceRequest) => {
  const result: SentenceResult = await speak(request).then(
    (wav) => ({ id: request.id, wav }),
    (error: unknown) => ({ id: request.id, reason: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(result, "wav" in result ? [result.wav.buffer as ArrayBuffer] : []);
});

async function speak({ text, voice, stretch }: SentenceRequest): Promise<Uint8Array> {
  const errors: string[] = [];
  const collectErrors = () => ConsoleStdout.lineBuffered((line) => errors.push(line));
  const folder = new PreopenDirectory("/", new Map([["text", new File(new TextEncoder().encode(text))]]));
  const args = ["flite", "-voice", voice, "--setf", `duration_stretch=${stretch}`, "-f", "/text", "-o", "/sound"];
  const wasi = new WASI(args, [], [new OpenFile(new File([])), collectErrors(), collectErrors(), folder], {
    debug: false,
  });
  const instance = await WebAssembly.instantiate(await flite, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<typeof wasi.start>[0]);
  const sound = folder.dir.contents.get("sound");
  if (code !== 0 || !(sound instanceof File)) throw new Error(errors[0] ?? `the program exited with ${code}`);
  // A copy, because the buffer is transferred to the other thread.
  return sound.data.slice();
}
