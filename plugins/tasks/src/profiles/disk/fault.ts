import { isGatewayError } from "@postern/core";
import { withHost } from "@postern/core/process";
import { CatalogRefused, CatalogUnwritable } from "../errors.ts";
import { type Location, pathOf } from "./location.ts";

export const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && !isGatewayError(error) ? code : undefined;
};

export const isAbsent = (error: unknown): boolean => codeOf(error) === "ENOENT";

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  ENOENT: "the parent folder does not exist",
  ENOTDIR: "its parent is not a folder",
};

/** Converts an error of the file system. Its own message contains absolute paths, which must not be exposed. */
export function unwritable(location: Location, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return withHost(location.host, error);
  const reason = WRITE_REASONS[code] ?? `system error ${code}`;
  return withHost(location.host, CatalogUnwritable({ source: location.source, path: pathOf(location), reason }));
}

const READ_REASONS: Readonly<Record<string, "outside" | "not_a_folder" | "unreadable">> = {
  ELOOP: "outside",
  ENOTDIR: "not_a_folder",
  EACCES: "unreadable",
  EPERM: "unreadable",
};

/** The same for read errors. */
export function unreadable(location: Location, error: unknown): unknown {
  const reason = READ_REASONS[codeOf(error) ?? ""];
  if (reason === undefined) return withHost(location.host, error);
  return withHost(location.host, CatalogRefused({ source: location.source, path: pathOf(location), reason }));
}
