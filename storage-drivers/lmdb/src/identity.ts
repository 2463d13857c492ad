/** Detects that the opened files were deleted or replaced: writes to them would be lost. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable } from "@postern/core/storage";

const FILES = ["data.mdb", "lock.mdb"];

/**
 * Records the current files. The returned function throws StoreUnavailable (`gone`) if they were deleted or replaced.
 */
export function recordFiles(path: string): () => void {
  const known = FILES.map((name) => identityOf(join(path, name)));
  return () => {
    for (const [at, name] of FILES.entries()) {
      const now = identityOf(join(path, name));
      if (now === known[at] || now === UNKNOWN) continue;
      const what = now === undefined ? "deleted or moved" : "replaced";
      const text = `${join(path, name)} was ${what} while the store was open. Put it back, or restart the gateway.`;
      throw new StoreUnavailable("gone", text);
    }
  };
}

const UNKNOWN = "unknown";

/** Undefined if there is no file. A file that cannot be read, as after a change of user, still exists. */
function identityOf(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    return UNKNOWN;
  }
}
