import { CatalogUnknown } from "../errors.ts";
import type { FolderSource } from "../schemas.ts";

/** Location of a catalog. `base` is configured and trusted; the folders below it are not. */
export interface Location {
  readonly source: FolderSource;
  readonly base: string;
  /** Nested folders below `base`. */
  readonly steps: readonly string[];
  /** The machine that has it, to be named in errors. */
  readonly host?: string;
}

export interface Folders {
  readonly workspace?: string;
  readonly home?: string;
  readonly host?: string;
}

/** The configured catalogs, in order of precedence. */
export function locationsOf({ workspace, home, host }: Folders): Location[] {
  const onHost = host === undefined ? {} : { host };
  return [
    ...(workspace === undefined
      ? []
      : [{ source: "workspace" as const, base: workspace, steps: [".postern", "profiles"], ...onHost }]),
    ...(home === undefined ? [] : [{ source: "user" as const, base: home, steps: ["profiles"], ...onHost }]),
  ];
}

export function locationOf(folders: Folders, source: FolderSource): Location {
  const location = locationsOf(folders).find((one) => one.source === source);
  if (!location) throw CatalogUnknown(folders.host === undefined ? { source } : { source, host: folders.host });
  return location;
}

/** The path shown to people, which is never absolute. */
export const pathOf = ({ steps }: Location, ...more: string[]): string => [...steps, ...more].join("/");
