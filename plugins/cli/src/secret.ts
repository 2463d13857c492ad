import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Refusal } from "./exit.ts";
import { fileFault } from "./file-fault.ts";
import type { Io } from "./io.ts";

/**
 * Reads a secret from a file or standard input (`-`), without the line break. An argument would be in the process list.
 */
export async function readSecret(field: string, file: string, io: Io): Promise<string> {
  const text = await (file === "-" ? io.input() : readFile(resolve(io.cwd, file), "utf8")).catch((error: unknown) => {
    throw new Refusal(`Cannot read --${field}-file ${file}: ${fileFault(error)}`);
  });
  return text.replace(/\r?\n$/, "");
}

/** Prompts for a secret at the terminal, without echoing it. */
export async function promptSecret(field: string, io: Io): Promise<string> {
  io.note(`${field}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  const canceled = new AbortController();
  prompt.on("SIGINT", () => canceled.abort()).on("close", () => canceled.abort());
  try {
    return await prompt.question("", { signal: canceled.signal });
  } catch {
    throw new Refusal(`Canceled: no ${field} was entered`);
  } finally {
    prompt.close();
    io.note("\n");
  }
}
