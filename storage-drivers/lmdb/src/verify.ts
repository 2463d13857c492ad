import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Verified } from "@postern/core/storage";
import { assertExists } from "./folder.ts";

/** What the process looks at: see verifier.ts. */
export type VerifierMode = "records" | "pages" | "file";

interface Answer {
  /** What is wrong with the first damaged page. */
  readonly fault?: string;
  readonly found?: Verified;
  /** Why there is no answer: how the process ended. */
  readonly ended?: string;
}

/** Reads the whole store in another process. If that process crashes, the store is damaged. */
export async function verifyInChild(path: string, signal: AbortSignal): Promise<Verified> {
  assertExists(path);
  const { found, fault, ended = "gave no answer" } = await lookInChild(path, "records", signal);
  const broken = fault ?? `The store at ${path} cannot be read completely: the verification process ${ended}`;
  return found ?? { checked: 0, damaged: 0, keys: [], lost: [], broken };
}

/** What is wrong with the first damaged page of the store; undefined if all are whole. Another process looks at them. */
export async function pageFaultInChild(path: string, signal: AbortSignal): Promise<string | undefined> {
  return (await lookInChild(path, "pages", signal)).fault;
}

/** A process that crashes does not name the page, so another one looks for it without LMDB. */
async function lookInChild(path: string, mode: VerifierMode, signal: AbortSignal): Promise<Answer> {
  const answer = await startVerifier(path, mode, signal);
  return answer.ended === undefined ? answer : { ...answer, ...(await startVerifier(path, "file", signal)) };
}

async function startVerifier(path: string, mode: VerifierMode, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const file = fileURLToPath(new URL("./verifier.js", import.meta.url));
  const child = spawn(process.execPath, [file, path, mode], { stdio: ["ignore", "pipe", "ignore"] });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const [answer, [code, ended]] = await Promise.all([text(child.stdout), once(child, "close")]);
    signal.throwIfAborted();
    if (code === 0) return JSON.parse(answer) as Answer;
    return { ended: ended === null ? `failed with code ${code}` : `was ended by ${ended}` };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}
