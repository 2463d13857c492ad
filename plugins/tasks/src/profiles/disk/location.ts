import { CatalogUnknown } from "../errors.ts";
import type { FolderSource } from "../schemas.ts";

/** Where a catalog lies. `base` is trusted as it was configured; what is below it may be anybody's doing. */
export interface Place {
  readonly source: FolderSource;
  readonly base: string;
  /** Folders below `base`, one in the other. */
  readonly steps: readonly string[];
}

export interface Folders {
  readonly workspace?: string;
  readonly home?: string;
}

/** The catalogs' places that are configured, the one that wins first. */
export function placesOf({ workspace, home }: Folders): Place[] {
  return [
    ...(workspace === undefined
      ? []
      : [{ source: "workspace" as const, base: workspace, steps: [".postern", "profiles"] }]),
    ...(home === undefined ? [] : [{ source: "user" as const, base: home, steps: ["profiles"] }]),
  ];
}

export function placeOf(folders: Folders, source: FolderSource): Place {
  const place = placesOf(folders).find((one) => one.source === source);
  if (!place) throw CatalogUnknown({ source });
  return place;
}

/** The place as people are told it: never absolute. */
export const pathOf = ({ steps }: Place, ...more: string[]): string => [...steps, ...more].join("/");
