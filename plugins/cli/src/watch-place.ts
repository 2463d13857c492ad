import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Settings } from "./settings.ts";
import { readStore } from "./store.ts";

const LOOK = 250;

/**
 * Resolves with what has happened when the data folder or the store in it is no longer the one that is served: to files
 * that were deleted or replaced one writes in vain. Never resolves otherwise; `stop` ends the watching.
 */
export function watchPlace(settings: Settings): { readonly gone: Promise<string>; stop(): void } {
  const { place } = readStore(settings);
  const paths = [settings.data, ...(isAbsolute(place) ? [place] : [])];
  const known = paths.map(identityOf);
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      for (const [at, path] of paths.entries()) {
        const now = identityOf(path);
        if (known[at] === undefined || now === known[at] || now === UNKNOWN) continue;
        clearInterval(timer);
        resolve(`${path} was ${now === undefined ? "deleted or moved" : "replaced"} while it was served`);
        return;
      }
    }, LOOK);
    timer.unref();
  });
  return { gone, stop: () => clearInterval(timer) };
}

const UNKNOWN = "unknown";

/** Undefined where there is no file. One that may not be looked at, as after a change of user, is not therefore gone. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    return UNKNOWN;
  }
}
