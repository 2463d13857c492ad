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
      const files: PublishedFile[] = [];
      let bytes = 0;
      const behind = await walk(root, async (found) => {
        signal.throwIfAborted();
        const at = root.dir === "." ? found.path : `${root.dir}/${found.path}`;
        if (files.length >= MOST_FILES) throw refused(root.dir, `holds more than ${MOST_FILES} files`, MOST_FILES);
        const content = await contentOf(found, MOST_BYTES - bytes);
        if (!content) throw refused(at, `brings the folder above ${MOST_BYTES} bytes (25 MiB)`, MOST_BYTES);
        bytes += content.length;
        const file = { path: found.path, bytes: content.length, sha256: await digestOf(content) };
        files.push(file);
        await each({ ...file, content });
      });
      files.sort((a, b) => (a.path < b.path ? -1 : 1));
      const folderName = root.folder.path.split(/[\\/]/).at(-1) ?? "";
      return { dir: root.dir, folderName, files, bytes, contentHash: contentHashOf(files), behind };
    }),
  );
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
