import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import canonicalize from "canonicalize";
import type { PublishedFile } from "../schemas.ts";
import { createGate } from "./gate.ts";
import { refused } from "./refuse.ts";
import { type FoundFile, MOST_FILES, walk } from "./walk.ts";
import { inFolder } from "./workspace.ts";

const MOST_BYTES = 25 * 2 ** 20;
const CHUNK = 2 ** 20;

/** What a folder holds that is published. */
export interface Listing {
  /** As seen from the workspace. */
  readonly dir: string;
  /** Name of the folder itself. */
  readonly folderName: string;
  /** In order of their paths. */
  readonly files: readonly PublishedFile[];
  readonly bytes: number;
  readonly contentHash: string;
  /** Paths that stayed behind. */
  readonly behind: readonly string[];
}

/** One file as it was read. */
export interface ReadFile extends PublishedFile {
  readonly content: Buffer;
}

/** Folders that are read at a time, each with one file in memory. */
const gate = createGate(4);

/** Reads a folder of the workspace; `each` gets one file after the other, of which no more than one is held at a time. */
export function readFolder(
  workspace: string | undefined,
  dir: string,
  each: (file: ReadFile) => Promise<void>,
  signal: AbortSignal,
): Promise<Listing> {
  return gate(() =>
    inFolder(workspace, dir, async (root) => {
      const listing = beginListing(root.dir, each, signal);
      const behind = await walk(root, (found) => listing.take(found.path, (limit) => contentOf(found, limit)));
      return listing.end(root.folder.path.split(/[\\/]/).at(-1) ?? "", behind);
    }),
  );
}

/** Reads files wherever they come from, `content` being nothing where a file has more bytes than its limit. */
export function beginListing(dir: string, each: (file: ReadFile) => Promise<void>, signal: AbortSignal) {
  const files: PublishedFile[] = [];
  let bytes = 0;
  return {
    async take(path: string, contentWithin: (limit: number) => Promise<Buffer | undefined>): Promise<void> {
      signal.throwIfAborted();
      const at = dir === "." ? path : `${dir}/${path}`;
      if (files.length >= MOST_FILES) throw refused(dir, `holds more than ${MOST_FILES} files`, MOST_FILES);
      const content = await contentWithin(MOST_BYTES - bytes);
      if (!content) throw refused(at, `brings the folder above ${MOST_BYTES} bytes (25 MiB)`, MOST_BYTES);
      bytes += content.length;
      const file = { path, bytes: content.length, sha256: await digestOf(content) };
      files.push(file);
      await each({ ...file, content });
    },
    end(folderName: string, behind: readonly string[]): Listing {
      files.sort((a, b) => (a.path < b.path ? -1 : 1));
      return { dir, folderName, files, bytes, contentHash: contentHashOf(files), behind };
    },
  };
}

/** Of the paths and bytes alone: the same files are the same content, whoever publishes them and when. */
function contentHashOf(files: readonly PublishedFile[]): string {
  const text = canonicalize(files.map(({ path, sha256 }) => [path, sha256])) ?? "";
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** All bytes of an open file, or nothing where there are more than `limit`: a file may grow while it is read. */
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

/** A little at a time: 25 MiB at once would hold up everybody else. */
async function digestOf(content: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < content.length; at += 4 * CHUNK) {
    if (at > 0) await turn();
    hash.update(content.subarray(at, at + 4 * CHUNK));
  }
  return hash.digest("hex");
}
