import { pathOf } from "../define/manifest.ts";
import type { Plugin } from "../define/plugin.ts";
import { CORE_VERSION } from "../define/version.ts";

/**
 * Throws for every error in the plugins that can be found before they run, with the name of the plugin and the place.
 */
export function assertValidPlugins(plugins: readonly Plugin[]): void {
  plugins.forEach(assertDeclared);
  assertDistinct(plugins);
}

/** Throws for errors in the declaration of one plugin. */
function assertDeclared(plugin: Plugin, place: number): void {
  if (typeof plugin === "function") throw new Error(`plugins[${place}] is a function: call it with its configuration`);
  const { name, version, core, data, group, workers, events, collections } = plugin;
  const refuse = (reason: string) => {
    throw new Error(`Plugin ${about(plugin)}: ${reason}`);
  };
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version))
    refuse('the version must be a semantic version like "1.2.0"');
  if (!Number.isInteger(data) || data < 1) refuse(`the data version must be a positive integer, got ${data}`);
  // Ranges are major versions, `^1`: the kernel promises compatibility only within one.
  if (core !== `^${CORE_VERSION.split(".")[0]}`) refuse(`it requires core ${core}; this is core ${CORE_VERSION}`);
  for (const worker of group.workers)
    if (!workers.some((one) => one.name === worker))
      refuse(`the worker "${worker}" is not declared. Add it to "workers" of definePlugin.`);
  for (const own of [...events.map(({ type }) => type), ...collections.map((one) => one.name)])
    if (!own.startsWith(`${name}.`)) refuse(`the name "${own}" must start with "${name}."`);
}

export const about = ({ name, version }: Plugin): string => `${name} ${version}`;

/** Throws if two plugins, or one of them twice, define the same name or path. */
function assertDistinct(plugins: readonly Plugin[]): void {
  const holders = new Map<string, Plugin>();
  const claim = (plugin: Plugin, what: string, key = what) => {
    const before = holders.get(key);
    if (before === plugin) throw new Error(`Plugin ${about(plugin)} defines ${what} twice`);
    if (before) throw new Error(`Plugins ${about(before)} and ${about(plugin)} both define ${what}`);
    holders.set(key, plugin);
  };
  for (const plugin of plugins) {
    claim(plugin, `the group ${plugin.name}`);
    for (const { id } of plugin.operations) claim(plugin, `the operation ${id}`, pathOf(id));
    for (const { name } of plugin.collections) claim(plugin, `the collection ${name}`);
    for (const { path } of plugin.routes) claim(plugin, `the route ${path}`, path);
  }
}
