import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { Refusal } from "./exit.ts";
import { fileFault } from "./file-fault.ts";
import type { Flag } from "./flags.ts";
import type { Io } from "./io.ts";

/** Whether a field can be read from a file: text and JSON, but not words, references and times. */
export const canBeFile = ({ kind, choices, reference, time, made }: Flag): boolean =>
  (kind === "text" || kind === "json") && !choices && !reference && !time && !made;

/** A document that is sent in parts, because it is long or not text. */
export interface LongDocument {
  readonly flag: Flag;
  readonly parts: AsyncIterable<Uint8Array>;
  /** In bytes, if it is known. */
  readonly size: number | undefined;
}

/** The longest part of a document, in bytes. */
const PART_BYTES = 4 * 2 ** 20;
const CHUNK_BYTES = 2 ** 20;

/**
 * The value of a field from a file, or from standard input (`-`), byte for byte. A document that is not UTF-8 text is
 * sent in parts or, where that is not possible, in base64; other fields must be text.
 */
export async function readDocument(flag: Flag, file: string, io: Io): Promise<{ text: string } | LongDocument> {
  const { field, isDocument, upload } = flag;
  const parts = partsOf(file, io, isDocument && upload !== undefined ? PART_BYTES : Number.POSITIVE_INFINITY);
  const first = await parts.next();
  const second = await parts.next();
  const bytes = first.done ? Buffer.alloc(0) : first.value;
  // A byte order mark is part of the text.
  if (second.done && isUtf8(bytes)) return { text: bytes.toString("utf8") };
  if (!isDocument) throw new Refusal(`--${field} must be text, and ${file} is not UTF-8 text`);
  if (upload === undefined) return { text: bytes.toString("base64") };
  const read = [first, second].flatMap((one) => (one.done ? [] : one.value));
  const size = file === "-" ? undefined : (await stat(resolve(io.cwd, file))).size;
  return { flag, parts: chained(read, parts), size: size || undefined };
}

async function* chained<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** The bytes of a file in parts of this size. */
async function* partsOf(file: string, io: Io, size: number): AsyncGenerator<Buffer, void> {
  const source = file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file), { highWaterMark: CHUNK_BYTES });
  let held: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      let rest = Buffer.from(chunk);
      while (length + rest.length >= size) {
        yield Buffer.concat([...held, rest.subarray(0, size - length)]);
        rest = rest.subarray(size - length);
        [held, length] = [[], 0];
      }
      held.push(rest);
      length += rest.length;
    }
  } catch (error) {
    throw new Refusal(`Cannot read ${file}: ${fileFault(error)}`);
  }
  if (length > 0) yield Buffer.concat(held);
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
