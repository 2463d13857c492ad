/** Whether a folder is still the one that was opened: to files that were deleted or replaced, one writes in vain. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable } from "@postern/core/storage";

const FILES = ["data.mdb", "lock.mdb"];

/** Remembers the files as they are now. What it answers throws StoreUnavailable (`gone`) once they are others. */
export function remember(path: string): () => void {
  const known = FILES.map((name) => identityOf(join(path, name)));
  return () => {
    for (const [at, name] of FILES.entries()) {
      const now = identityOf(join(path, name));
      if (now === known[at] || now === UNKNOWN) continue;
      const what = now === undefined ? "deleted or moved" : "replaced";
      const text = `${join(path, name)} was ${what} while the store was open. Put it back, or restart the gateway`;
      throw new StoreUnavailable("gone", text);
    }
  };
}

const UNKNOWN = "unknown";

/** Undefined where there is no file. One that may not be looked at, as after a change of user, is not therefore gone. */
function identityOf(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    return UNKNOWN;
  }
}
