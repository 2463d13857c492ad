import type { GatewayError } from "@postern/core";
import { FolderRefused } from "../errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not a folder",
  ELOOP: "is a link, or became one while it was read",
  EACCES: "may not be read by the gateway",
  EPERM: "may not be read by the gateway",
  EROFS: "may not be written by the gateway: the disk is read-only",
  ENOSPC: "may not be written: the disk is full",
  EEXIST: "was made by somebody else meanwhile",
  ENXIO: "is neither a file nor a folder",
  ENAMETOOLONG: "has too long a name",
};

/** The refusal that a fault of the file system stands for; what we cannot name stays what it is. */
export function refusalOf(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined ? error : refused(path, reason);
}

/** A folder or file that is not taken. `path` is seen from the workspace. */
export const refused = (path: string, reason: string, limit?: number): GatewayError =>
  FolderRefused({ path, reason, ...(limit !== undefined && { limit }) });
