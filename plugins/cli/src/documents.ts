import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { Refusal } from "./exit.ts";
import type { Flag } from "./flags.ts";
import type { Io } from "./io.ts";

/** Whether a field can be read from a file: text and JSON, but not words, references and times. */
export const canBeFile = ({ kind, choices, reference, time, made }: Flag): boolean =>
  (kind === "text" || kind === "json") && !choices && !reference && !time && !made;

/**
 * The value of a field from a file, or from standard input (`-`), byte for byte. A document that is not UTF-8 text is
 * sent in base64; other fields must be text.
 */
export async function readDocument({ field, isDocument }: Flag, file: string, io: Io): Promise<string> {
  const bytes = await (file === "-" ? buffer(io.stdin) : readFile(resolve(io.cwd, file))).catch((error: unknown) => {
    throw new Refusal(`Cannot read --${field}-file ${file}: ${(error as NodeJS.ErrnoException).code}`);
  });
  try {
    // A byte order mark is part of the file.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (isDocument) return bytes.toString("base64");
    throw new Refusal(`--${field}-file ${file} is not UTF-8 text`);
  }
}

/** The format of a file, if the operation has a field `format` that is not given and knows the extension of the file. */
export function formatFrom(
  flags: readonly Flag[],
  body: Readonly<Record<string, unknown>>,
  file: string | undefined,
): Readonly<Record<string, unknown>> {
  const format = flags.find(({ field }) => field === "format");
  const extension = extname(file ?? "")
    .slice(1)
    .toLowerCase();
  if (body.format !== undefined || !format?.choices?.includes(extension)) return {};
  return { format: extension };
}
