import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { openBlobs } from "@postern/core/blobs";
import type { BlobStorage } from "@postern/core/storage";
import type { Settings } from "./settings.ts";

type Placed = Pick<Settings, "data">;

const folderOf = ({ data }: Placed): string => join(data, "blobs");

/** The large values of a data folder. */
export const openBlobFiles = (settings: Placed): BlobStorage => openBlobs({ path: folderOf(settings) });

/** A symbolic link on the way to a value, through which a backup could write outside of the folder. */
export async function linkFault(settings: Placed, key: string): Promise<string | undefined> {
  let path = settings.data;
  for (const part of ["blobs", ...key.split(":")]) {
    path = join(path, part);
    const found = await lstat(path).catch(() => undefined);
    if (!found) return undefined;
    if (found.isSymbolicLink()) return `${path} is a symbolic link, which may point outside ${folderOf(settings)}`;
  }
  return undefined;
}
