import { once } from "node:events";
import { runProgram, spawnProgram } from "@postern/core/process";
import { engineError } from "../speech-error.ts";
import { readHeader } from "../wav.ts";
import type { Engine, LocalVoice } from "./engine.ts";

const PROGRAM = "espeak-ng";
/** Default speed in words per minute. */
const DEFAULT_SPEED = 175;

/** Passes only the variables that espeak-ng needs to find its data. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, ESPEAK_DATA_PATH } = process.env;
  return { ...(PATH !== undefined && { PATH }), ...(ESPEAK_DATA_PATH !== undefined && { ESPEAK_DATA_PATH }) };
};

/** The engine espeak-ng, if it is installed. */
export async function findEspeak(): Promise<Engine | undefined> {
  const { code, out } = await runProgram(PROGRAM, ["--voices"], { env: environment(), timeout: 5_000 });
  const voices = code === 0 ? voicesIn(out) : [];
  if (voices.length === 0) return undefined;
  const defaultVoice = voices.find(({ id }) => id === "en-us" || id === "en")?.id ?? (voices[0] as LocalVoice).id;
  return { name: PROGRAM, voices, defaultVoice, speak, stop: () => {} };
}

/** Parses `espeak-ng --voices`: priority, language, age and gender, name, file, other languages. */
export function voicesIn(listing: string): LocalVoice[] {
  const known = new Map<string, LocalVoice>();
  for (const line of listing.split("\n").slice(1)) {
    const [priority, lang, sex = "", name, file] = line.trim().split(/\s+/);
    if (!priority || !lang || !name || !file) continue;
    const id = known.has(lang) ? file : lang;
    const gender = sex.endsWith("/F") ? "female" : sex.endsWith("/M") ? "male" : undefined;
    known.set(id, { id, name: name.replaceAll("_", " "), lang, ...(gender && { gender }) });
  }
  return [...known.values()];
}

/** Passes the text on standard input, so that it is not parsed as an option or visible in the process list. */
async function speak(request: { text: string; voice: string; speed: number }, signal: AbortSignal) {
  const args = [
    "--stdin",
    "--stdout",
    "-b",
    "1",
    "-v",
    request.voice,
    "-s",
    String(Math.round(DEFAULT_SPEED * request.speed)),
  ];
  const child = spawnProgram(PROGRAM, args, { env: environment(), signal, killSignal: "SIGKILL", stdio: "pipe" });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(0, 1_000);
  });
  // The end of the process reports the failure; without a listener the error would crash the gateway.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(
    ([code]) => code as number | null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  child.stdin.end(request.text);

  const output = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let begin = Buffer.alloc(0);
  let head: ReturnType<typeof readHeader>;
  while (!head && begin.length < 4_096) {
    const { value, done } = await output.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
    head = readHeader(begin);
  }
  if (!head) throw await failure();

  async function failure(): Promise<Error> {
    child.kill("SIGKILL");
    const code = await ended;
    signal.throwIfAborted();
    const [line = ""] = errorOutput.trim().split("\n");
    return engineError(PROGRAM, line || `the program exited with ${code}`);
  }
  const { format, begin: at } = head;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      if (begin.length > at) yield begin.subarray(at);
      for (let next = await output.next(); !next.done; next = await output.next()) yield next.value;
      if ((await ended) !== 0) throw await failure();
    } finally {
      child.kill("SIGKILL");
    }
  }
  return { type: "audio/wav", wav: format, chunks: chunks() };
}
