import type { LocatedFault } from "./fault.ts";
import type { Level } from "./schemas.ts";

/** The text of a file, or the reason why it cannot be read. */
export type FileRead = { readonly text: string } | { readonly fault: LocatedFault };

/** The files of a profile, valid or not: a folder on disk, or a profile held in memory. */
export interface Folder {
  readonly id: string;
  readonly source: Level;
  readonly plugin?: string;
  /** Relative to the workspace or the user's configuration folder. Only for display. */
  readonly path?: string;
  /** Reads a file directly in the folder, of at most `most` bytes. */
  read(file: string, most: number): Promise<FileRead>;
  /** Sorted names of its files, without names that start with a dot. */
  files(): Promise<readonly string[]>;
}

/** One level of profiles. */
export interface Catalog {
  readonly source: Level;
  find(id: string): Promise<Folder | undefined>;
  list(): Promise<{ readonly folders: readonly Folder[]; readonly faults: readonly CatalogFault[] }>;
}

/** A problem with an entry of a catalog, or with the catalog itself. */
export interface CatalogFault {
  readonly code: string;
  readonly message: string;
  readonly profileId?: string;
  readonly severity?: "warning";
}

/** A profile held in memory. */
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

export const missing = (file: string): LocatedFault => ({
  code: "file_missing",
  message: `File ${file} does not exist`,
});

/** A catalog of profiles held in memory; `held` returns the current ones. */
export function catalogInMemory(source: Level, held: () => Iterable<Folder>): Catalog {
  return {
    source,
    find: async (id) => [...held()].find((folder) => folder.id === id),
    list: async () => ({ folders: [...held()], faults: [] }),
  };
}
