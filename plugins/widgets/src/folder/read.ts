import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import canonicalize from "canonicalize";
import type { PublishedFile } from "../schemas.ts";
import { createLimiter } from "./limiter.ts";
import { refused } from "./refuse.ts";
import { type FoundFile, MAX_FILES, walk } from "./walk.ts";
import { inFolder } from "./workspace.ts";

const MAX_BYTES = 25 * 2 ** 20;
const CHUNK = 2 ** 20;

/** The files of a folder that are published. */
export interface Listing {
  /** Path relative to the workspace. */
  readonly dir: string;
  /** Name of the folder. */
  readonly folderName: string;
  /** Sorted by path. */
  readonly files: readonly PublishedFile[];
  readonly bytes: number;
  readonly contentHash: string;
  /** Paths that are not published. */
  readonly excluded: readonly string[];
}

/** A file with its content. */
export interface ReadFile extends PublishedFile {
  readonly content: Buffer;
}

/** Folders read at a time, each with one file in memory. */
const limiter = createLimiter(4);

/** Reads a folder of the workspace. `each` is called with one file at a time. */
export function readFolder(
  workspace: string | undefined,
  dir: string,
  each: (file: ReadFile) => Promise<void>,
  signal: AbortSignal,
): Promise<Listing> {
  return limiter(() =>
    inFolder(workspace, dir, async (root) => {
      const listing = createListing(root.dir, each, signal);
      const excluded = await walk(root, (found) => listing.take(found.path, (limit) => contentOf(found, limit)));
      return listing.end(root.folder.path.split(/[\\/]/).at(-1) ?? "", excluded);
    }),
  );
}

/** Collects files from any source. `contentWithin` returns nothing if the file is larger than its limit. */
export function createListing(dir: string, each: (file: ReadFile) => Promise<void>, signal: AbortSignal) {
  const files: PublishedFile[] = [];
  let bytes = 0;
  return {
    async take(path: string, contentWithin: (limit: number) => Promise<Buffer | undefined>): Promise<void> {
      signal.throwIfAborted();
      const at = dir === "." ? path : `${dir}/${path}`;
      if (files.length >= MAX_FILES) throw refused(dir, `contains more than ${MAX_FILES} files`, MAX_FILES);
      const content = await contentWithin(MAX_BYTES - bytes);
      if (!content) throw refused(at, `brings the total size above ${MAX_BYTES} bytes (25 MiB)`, MAX_BYTES);
      bytes += content.length;
      const file = { path, bytes: content.length, sha256: await digestOf(content) };
      files.push(file);
      await each({ ...file, content });
    },
    end(folderName: string, excluded: readonly string[]): Listing {
      files.sort((a, b) => (a.path < b.path ? -1 : 1));
      return { dir, folderName, files, bytes, contentHash: contentHashOf(files), excluded };
    },
  };
}

/** A hash of paths and contents only, so that the same files always have the same hash. */
function contentHashOf(files: readonly PublishedFile[]): string {
  const text = canonicalize(files.map(({ path, sha256 }) => [path, sha256])) ?? "";
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The content of an open file. Undefined if there are more than `limit` bytes: the file may grow while it is read. */
async function contentOf({ handle, size }: FoundFile, limit: number): Promise<Buffer | undefined> {
  if (size > limit) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  while (true) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size - length, 1))));
    if (bytesRead === 0) break;
    length += bytesRead;
    if (length > limit) return undefined;
    chunks.push(buffer.subarray(0, bytesRead));
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}

/** Hashes in portions: 25 MiB at a time would block the event loop. */
async function digestOf(content: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < content.length; at += 4 * CHUNK) {
    if (at > 0) await turn();
    hash.update(content.subarray(at, at + 4 * CHUNK));
  }
  return hash.digest("hex");
}
