import { isGatewayError } from "@postern/core";
import { CatalogRefused, CatalogUnwritable } from "../errors.ts";
import { type Place, pathOf } from "./place.ts";

export const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && !isGatewayError(error) ? code : undefined;
};

export const isAbsent = (error: unknown): boolean => codeOf(error) === "ENOENT";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "this gateway may not write there",
  EPERM: "this gateway may not write there",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk is full for this user",
  ENOENT: "the folder that it lies in is not there",
  ENOTDIR: "what it lies in is no folder",
};

/** What the disk refused, as the catalog's error: the system's own words hold paths, which nobody outside is told. */
export function unwritable(place: Place, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return CatalogUnwritable({
    source: place.source,
    path: pathOf(place),
    reason: WORDS[code] ?? `the disk says ${code}`,
  });
}

const REASONS: Readonly<Record<string, "outside" | "not_a_folder" | "unreadable">> = {
  ELOOP: "outside",
  ENOTDIR: "not_a_folder",
  EACCES: "unreadable",
  EPERM: "unreadable",
};

/** The same for a catalog that cannot be read. */
export function unreadable(place: Place, error: unknown): unknown {
  const reason = REASONS[codeOf(error) ?? ""];
  return reason === undefined ? error : CatalogRefused({ source: place.source, path: pathOf(place), reason });
}
