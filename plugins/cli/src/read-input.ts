import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "./exit.ts";
import { fileFault } from "./file-fault.ts";
import type { Io } from "./io.ts";
import { readJson } from "./json.ts";

/** Reads the input from a file or standard input (`-`). */
export async function readInput(file: string, io: Io): Promise<Record<string, unknown>> {
  const text = await (file === "-" ? io.input() : readFile(resolve(io.cwd, file), "utf8")).catch((error: unknown) => {
    throw new Refusal(`Cannot read --input ${file}: ${fileFault(error)}`);
  });
  const refused = `--input ${file} is not a JSON object`;
  // Any other JSON value, and what is not JSON, has one reason whatever its size.
  if (!/^\s*\{/.test(text)) throw new Refusal(`${refused}: it does not begin with {`);
  const body = await readJson(text, refused);
  if (isObject(body)) return body;
  throw new Refusal(refused);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
