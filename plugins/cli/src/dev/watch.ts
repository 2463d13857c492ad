import { dirname, extname, relative, sep } from "node:path";
import { watch } from "chokidar";
import type { Source } from "./source.ts";

/** Extensions of source files. */
const CODE = new Set([".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".json"]);
/** How long, in milliseconds, to wait for further changes: an editor writes a file in several steps. */
const PAUSE = 30;

/**
 * Reports changed source files, in batches, until the returned function is called. Installed packages, hidden folders
 * and the data folder are ignored.
 */
export async function watchSource(
  { folder, deep, config }: Source,
  data: string,
  onChange: (paths: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function note(path: string): void {
    if (!CODE.has(extname(path))) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange([...changed]);
      changed.clear();
    }, PAUSE);
  }

  async function look(root: string, isDeep: boolean, counts: (path: string) => boolean) {
    const watcher = watch(root, {
      ignoreInitial: true,
      ignored: (path, stats) => {
        const parts = relative(root, path).split(sep);
        if (path === data || parts.some((part) => part === "node_modules" || /^\.[^.]/.test(part))) return true;
        return stats?.isDirectory() ? !isDeep && path !== root : stats !== undefined && !CODE.has(extname(path));
      },
    });
    watcher.on("all", (_event, path) => counts(path) && note(path));
    // A file that cannot be read is not part of a working plugin.
    watcher.on("error", () => {});
    await new Promise<void>((ready) => watcher.once("ready", ready));
    return watcher;
  }

  const watchers = [await look(folder, deep, () => true)];
  const isCovered = config === undefined || dirname(config) === folder || (deep && config.startsWith(folder + sep));
  if (!isCovered) watchers.push(await look(dirname(config), false, (path) => path === config));
  return async () => {
    clearTimeout(timer);
    await Promise.all(watchers.map((watcher) => watcher.close()));
  };
}
