import { createRequire, register } from "node:module";
import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "@postern/core";
import { assertDeclarations } from "@postern/core/testing";
import { createJiti } from "jiti";
import { Refusal } from "../exit.ts";
import type { FreshModules } from "../fresh-modules.ts";
import { isPlugin, loadPlugins } from "../groups.ts";
import type { Settings } from "../settings.ts";
import type { Source } from "./source.ts";

type Factory = (config?: Readonly<Record<string, unknown>>) => unknown;

/** Loads plugins repeatedly, each time from the current source of their modules. */
export interface Loader {
  load(settings: Settings): Promise<Plugin[]>;
}

/**
 * Loads the configured plugins and the plugin in development, which replaces one with the same name. TypeScript needs
 * no build.
 */
export function createLoader({ entry, folder }: Source): Loader {
  const generation = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: FreshModules = { folder: pathToFileURL(folder + sep).href, generation };
  register(new URL("./fresh-modules.js", import.meta.url), { data });
  // Errors report the lines of the source.
  process.setSourceMapsEnabled(true);

  function forget(): void {
    Atomics.add(generation, 0, 1);
    const { cache } = createRequire(import.meta.url);
    for (const path of Object.keys(cache)) {
      if (path.startsWith(folder + sep) && !path.includes(`${sep}node_modules${sep}`)) delete cache[path];
    }
  }

  return {
    async load(settings) {
      forget();
      return loadPlugins(settings, entry === undefined ? undefined : await pluginOf(entry, settings));
    },
  };
}

async function pluginOf(entry: string, { plugins }: Settings): Promise<Plugin> {
  const jiti = createJiti(entry, { fsCache: false, moduleCache: false, sourceMaps: true });
  const exported = await jiti.import(entry, { default: true });
  const plugin = typeof exported === "function" ? (exported as Factory)() : exported;
  if (!isPlugin(plugin)) {
    throw new Refusal(`${entry} does not export a plugin. Add "export default definePlugin(…)".`);
  }
  assertDeclarations([plugin]);
  const setting = plugins?.[plugin.name];
  const isConfig = typeof setting === "object" && !isPlugin(setting);
  return isConfig && typeof exported === "function" ? ((exported as Factory)(setting) as Plugin) : plugin;
}
