import type { PlacedFault } from "./fault.ts";
import type { Level } from "./schemas.ts";

/** A file's text, or why it cannot be read. */
export type FileRead = { readonly text: string } | { readonly fault: PlacedFault };

/** A profile where it lies, whatever may be wrong with it: a folder on the disk, or what a plugin brought along. */
export interface Folder {
  readonly id: string;
  readonly source: Level;
  readonly plugin?: string;
  /** Below the workspace, or below the folder of the user's configuration; for people. */
  readonly path?: string;
  /** Reads a file of the folder itself, of at most so many bytes. */
  read(file: string, most: number): Promise<FileRead>;
  /** The files in it, in order; what begins with a dot does not count. */
  files(): Promise<readonly string[]>;
}

/** One level of profiles. */
export interface Catalog {
  readonly source: Level;
  find(id: string): Promise<Folder | undefined>;
  list(): Promise<{ readonly folders: readonly Folder[]; readonly faults: readonly CatalogFault[] }>;
}

/** Something in a catalog that is no profile, or the catalog itself. */
export interface CatalogFault {
  readonly code: string;
  readonly message: string;
  readonly profileId?: string;
  readonly severity?: "warning";
}

/** A profile that is held in memory. */
export function folderInMemory(
  head: Pick<Folder, "id" | "source" | "plugin">,
  contents: Readonly<Record<string, string>>,
): Folder {
  return {
    ...head,
    async read(file) {
      const text = Object.hasOwn(contents, file) ? contents[file] : undefined;
      return text === undefined ? { fault: missing(file) } : { text };
    },
    files: async () => Object.keys(contents).sort(),
  };
}

export const missing = (file: string): PlacedFault => ({
  code: "file_missing",
  message: `There is no file ${file}`,
});

/** A catalog of profiles that are held in memory; `held` answers those of this moment. */
export function catalogInMemory(source: Level, held: () => Iterable<Folder>): Catalog {
  return {
    source,
    find: async (id) => [...held()].find((folder) => folder.id === id),
    list: async () => ({ folders: [...held()], faults: [] }),
  };
}
