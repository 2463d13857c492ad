import { posix } from "node:path";
import type { Blobs, Caller, Reads } from "@postern/core";
import { PartNotFound } from "../errors.ts";
import type { SentFiles } from "../schemas.ts";
import { createLimiter } from "./limiter.ts";
import { faultOfPath, foldedPath, isExcluded } from "./names.ts";
import { partName, partSignerOf } from "./parts.ts";
import { createListing, type Listing, type ReadFile } from "./read.ts";
import { refused } from "./refuse.ts";
import { MAX_DEPTH } from "./walk.ts";

/** The caller that uploaded files, and the store and blobs that have them. */
export interface Uploader {
  readonly store: Reads;
  readonly caller: Pick<Caller, "contextId">;
  readonly blobs: Pick<Blobs, "read">;
}

/** Folders assembled at a time, each with one file in memory. */
const limiter = createLimiter(4);

/** Reads a folder of uploaded files, with the same rules as for a folder of the workspace. */
export function readUploaded(
  sender: Uploader,
  dir: string,
  files: SentFiles,
  each: (file: ReadFile) => Promise<void>,
  signal: AbortSignal,
): Promise<Listing> {
  return limiter(async () => {
    const signer = await partSignerOf(sender.store);
    const folderName = posix.basename(posix.normalize(`/${dir}`));
    const shown = folderName === "" ? "." : folderName;
    const listing = createListing(shown, each, signal);
    assertPaths(shown, files);
    for (const { path, parts } of files) {
      await listing.take(path, async (limit) => {
        const contents: Uint8Array[] = [];
        let left = limit;
        for (const part of parts) {
          const name = partName(signer, sender.caller, part);
          const content = name === undefined ? undefined : await sender.blobs.read(name);
          if (!content) throw PartNotFound({ path });
          left -= content.length;
          if (left < 0) return undefined;
          contents.push(content);
        }
        return Buffer.concat(contents);
      });
    }
    return listing.end(folderName, []);
  });
}

/** Checks all names in the paths, and that no two paths are the same on any system. */
function assertPaths(dir: string, files: SentFiles): void {
  const places = new Map<string, string>();
  for (const { path } of files) {
    const refuse = (reason: string, limit?: number) => refused(`${dir}/${path}`, reason, limit);
    const parts = path.split("/");
    if (parts.some((part) => part === "")) throw refuse("is not a relative path with single slashes");
    if (parts.some(isExcluded))
      throw refuse("is never published: a name in its path starts with a dot or is node_modules");
    if (parts.length - 1 > MAX_DEPTH) throw refuse(`is nested more than ${MAX_DEPTH} folders deep`, MAX_DEPTH);
    for (let length = 1; length <= parts.length; length++) {
      const place = parts.slice(0, length).join("/");
      const fault = faultOfPath(place);
      if (fault !== undefined) throw refuse(fault);
      const isFile = length === parts.length;
      const kind = isFile ? "file" : `folder ${place}`;
      const before = places.get(foldedPath(place));
      if (before !== undefined && (isFile || before !== kind))
        throw refuse("is a duplicate, or differs from another name only in case or Unicode form");
      places.set(foldedPath(place), kind);
    }
  }
}
