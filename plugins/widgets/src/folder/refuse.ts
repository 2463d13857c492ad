import type { GatewayError } from "@postern/core";
import { FolderRefused } from "../errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a folder",
  ELOOP: "is a symbolic link, or became one while it was read",
  EACCES: "is not accessible to the gateway: permission denied",
  EPERM: "is not accessible to the gateway: operation not permitted",
  EROFS: "cannot be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
  EEXIST: "was created by another process in the meantime",
  ENXIO: "is neither a file nor a folder",
  ENAMETOOLONG: "has a name that is too long",
};

/** The error for a known file system error. Other errors are returned unchanged. */
export function refusalOf(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined ? error : refused(path, reason);
}

/** The error for a folder or file that is rejected. `path` is relative to the workspace. */
export const refused = (path: string, reason: string, limit?: number): GatewayError =>
  FolderRefused({ path, reason, ...(limit !== undefined && { limit }) });
