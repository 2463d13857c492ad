import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Settings } from "./settings.ts";
import { readStore } from "./store.ts";

const INTERVAL = 250;

/**
 * Resolves with a message when the data folder or its store is deleted or replaced: later writes would be lost. Never
 * resolves otherwise; `stop` ends the watch.
 */
export function watchDataFolder(settings: Settings): { readonly gone: Promise<string>; stop(): void } {
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
        resolve(`${path} was ${now === undefined ? "deleted or moved" : "replaced"} while the gateway was running`);
        return;
      }
    }, INTERVAL);
    timer.unref();
  });
  return { gone, stop: () => clearInterval(timer) };
}

const UNKNOWN = "unknown";

/** Undefined if there is no file. A file that cannot be read, as after a change of user, still exists. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    return UNKNOWN;
  }
}
