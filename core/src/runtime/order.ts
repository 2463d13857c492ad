import type { Plugin } from "../define/plugin.ts";
import type { OptionalService, Service } from "../define/service.ts";
import { about, assertValidPlugins } from "./check-plugins.ts";

export const isOptional = (service: Service): service is OptionalService => "optional" in service;

/** Sorts plugins so that providers come before those that need them. Throws if one cannot run, naming both sides. */
export function sortPlugins(plugins: readonly Plugin[], given: readonly Service[]): Plugin[] {
  assertValidPlugins(plugins);
  const providers = providersOf(plugins);
  const byKernel = new Set(given.map(({ id }) => id));
  const ordered: Plugin[] = [];

  function visit(plugin: Plugin, path: readonly string[]): void {
    if (ordered.includes(plugin)) return;
    if (path.includes(plugin.name))
      throw new Error(`Plugins need each other in a cycle: ${[...path, plugin.name].join(" → ")}`);
    for (const service of Object.values<Service>(plugin.group.needs)) {
      const provider = providers.get(service.id);
      if (provider) visit(provider, [...path, plugin.name]);
      else if (!isOptional(service) && !byKernel.has(service.id)) {
        throw new Error(`Plugin ${plugin.name} needs the service ${service.id}, which no enabled plugin provides`);
      }
    }
    ordered.push(plugin);
  }
  for (const plugin of plugins) visit(plugin, []);
  return ordered;
}

function providersOf(plugins: readonly Plugin[]): Map<string, Plugin> {
  const providers = new Map<string, Plugin>();
  for (const plugin of plugins) {
    for (const { id } of Object.values<Service>(plugin.provides)) {
      const other = providers.get(id);
      if (other) throw new Error(`Plugins ${about(other)} and ${about(plugin)} both provide ${id}`);
      providers.set(id, plugin);
    }
  }
  return providers;
}
