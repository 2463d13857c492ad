import { basename, dirname, resolve } from "node:path";
import type { OperationEntry } from "@postern/core";
import { Refusal } from "./exit.ts";
import { real } from "./folders.ts";
import type { Io } from "./io.ts";
import { showProgress } from "./output/progress.ts";
import type { Connection, Reply } from "./remote.ts";
import { sendParts } from "./send-parts.ts";

/** Maximum size of a part of a file, in bytes. */
const PART_BYTES = 2 ** 20;
/** Maximum bytes and parts in one request. */
const BATCH_BYTES = 4 * 2 ** 20;
const BATCH_PARTS = 500;

interface FilePart {
  readonly path: string;
  readonly bytes: Uint8Array;
}
type Fields = Readonly<Record<string, unknown>>;

/**
 * Uploads a folder to a gateway on another machine; returns the fields for the call, or the gateway's error. An upload
 * can be repeated safely, because parts are named by their content.
 */
export async function sendFolder(
  field: string,
  body: Fields,
  upload: Pick<OperationEntry, "path" | "input">,
  connection: Connection,
  io: Io,
): Promise<{ fields: Fields } | { refused: Reply }> {
  const path = real(resolve(io.cwd, String(body[field])));
  const { found, parts, bytes, behind } = await readParts(field, path);
  const left = behind.length === 0 ? "" : `, excluding ${listed(behind)}`;
  io.note(`Uploading ${found.length === 1 ? "1 file" : `${found.length} files`}, ${bytes} bytes${left}\n`);
  const names = new Map(found.map((file) => [file, [] as unknown[]]));
  const task = { label: "Uploading", unit: "bytes", total: bytes };
  for await (const batch of showProgress(io, task, batchesOf(parts), bytesOf)) {
    const outcome = await sendParts(
      batch.map(({ bytes }) => bytes),
      body,
      upload,
      connection,
    );
    if ("refused" in outcome) return outcome;
    for (const [at, part] of batch.entries()) names.get(part.path)?.push(outcome.names[at]);
  }
  const files = found.map((file) => ({ path: file, parts: names.get(file) }));
  return { fields: { [field]: basename(path) || ".", files } };
}

/** Reads the files of a folder by the rules that a gateway applies to its workspace. */
async function readParts(field: string, path: string) {
  const { readFolder } = await import("@postern/widgets/services");
  const parts: FilePart[] = [];
  const take = async ({ path: name, content }: { path: string; content: Uint8Array }) => {
    for (let at = 0; at < content.length; at += PART_BYTES)
      parts.push({ path: name, bytes: content.subarray(at, at + PART_BYTES) });
  };
  const listing = await readFolder(dirname(path), basename(path) || ".", take, new AbortController().signal).catch(
    (error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      throw code?.startsWith("widgets.") ? new Refusal(`--${field} ${path}: ${message}`) : error;
    },
  );
  return { found: listing.files.map((file) => file.path), parts, bytes: listing.bytes, behind: listing.excluded };
}

function* batchesOf(parts: readonly FilePart[]): Generator<readonly FilePart[]> {
  let batch: FilePart[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (batch.length === BATCH_PARTS || bytes + part.bytes.length > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(part);
    bytes += part.bytes.length;
  }
  if (batch.length > 0) yield batch;
}

const bytesOf = (batch: readonly FilePart[]): number => batch.reduce((sum, part) => sum + part.bytes.length, 0);

const SHOWN = 3;
const listed = (names: readonly string[]): string =>
  names.length <= SHOWN
    ? names.join(", ")
    : `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more files that are never published`;
