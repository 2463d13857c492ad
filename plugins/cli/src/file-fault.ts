/** Why a file could not be read or written, in words. Other system error codes are shown as they are. */
export function fileFault(error: unknown, access: "read" | "write" = "read"): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return access === "read" ? "the file does not exist" : "the folder does not exist";
    case "ENOTDIR":
      return "a part of its path is not a folder";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EROFS":
      return "the file system is read-only";
    case "ENOSPC":
      return "the disk is full";
    default:
      return code ?? message;
  }
}
