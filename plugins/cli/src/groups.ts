import type { Plugin } from "@postern/core";
import { type GroupSetting, isObject } from "./config-settings.ts";
import { Refusal } from "./exit.ts";
import { groupState } from "./group-state.ts";
import { FIRST_PARTY, importPackage } from "./packages.ts";
import type { Settings } from "./settings.ts";

/** Settings of the gateway that a group receives if its configuration has a member with that name and type. */
const SHARED = ["address", "data", "home", "workspace", "project", "hooksPrivate", "runner"] as const;

type Wanted = Partial<Pick<Settings, "plugins" | "pluginsOnly" | (typeof SHARED)[number]>>;
type Factory = (config?: Readonly<Record<string, unknown>>) => unknown;

/**
 * Loads the installed first-party groups and the plugins in the settings, without those that the settings disable.
 * `own` replaces the plugin with the same name.
 */
export async function loadPlugins(settings: Wanted, own?: Plugin): Promise<Plugin[]> {
  const { plugins = {} } = settings;
  const names = [...FIRST_PARTY, ...Object.keys(plugins).filter((name) => !FIRST_PARTY.includes(name))];
  const found = await Promise.all(
    names
      .filter((name) => name !== own?.name)
      .map((name) => (Object.hasOwn(plugins, name) ? loadPlugin(name, plugins[name]) : loadDefault(name, settings))),
  );
  return [...found, own].filter((plugin) => plugin !== undefined).map((plugin) => withShared(plugin, settings));
}

/** A first-party group that the settings do not name; undefined if it is not installed. */
async function loadDefault(name: string, settings: Wanted): Promise<Plugin | undefined> {
  return groupState(name, settings)?.isEnabled
    ? instantiate(name, await factoryOf(`@postern/${name}`), undefined)
    : undefined;
}

async function loadPlugin(name: string, setting: GroupSetting | undefined): Promise<Plugin | undefined> {
  if (isPlugin(setting)) return setting;
  if (typeof setting !== "boolean" && !isObject(setting)) {
    throw new Refusal(`plugins.${name} must be true, false, a configuration object or an imported plugin`);
  }
  if (setting === false && FIRST_PARTY.includes(name)) return undefined;
  const packages = [`@postern/${name}`, `postern-${name}`, name];
  let factory: Factory | undefined;
  for (const specifier of packages) factory ??= await factoryOf(specifier);
  if (!factory) throw new Refusal(`Unknown group "${name}": none of ${packages.join(", ")} is installed`);
  return setting === false ? undefined : instantiate(name, factory, setting === true ? undefined : setting);
}

function instantiate(
  name: string,
  factory: Factory | undefined,
  config: Readonly<Record<string, unknown>> | undefined,
) {
  if (!factory) return undefined;
  const plugin = factory(config);
  if (isPlugin(plugin)) return plugin;
  throw new Refusal(`The package installed for plugins.${name} is not a Postern plugin`);
}

function withShared(plugin: Plugin, settings: Wanted): Plugin {
  const known = plugin.group.config.properties;
  const shared = SHARED.filter((name) => settings[name] !== undefined && known[name]?.type === typeof settings[name]);
  if (shared.length === 0) return plugin;
  const given = Object.fromEntries(shared.map((name) => [name, settings[name]]));
  return { ...plugin, config: { ...given, ...(plugin.config as object) } };
}

async function factoryOf(specifier: string): Promise<Factory | undefined> {
  if (!/^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/.test(specifier)) return undefined;
  const loaded = await moduleOf(specifier);
  if (!loaded || typeof loaded.default === "function") return loaded?.default as Factory | undefined;
  throw new Refusal(`The package ${specifier} is not a Postern plugin: it has no default export that is a function`);
}

async function moduleOf(specifier: string): Promise<{ default?: unknown } | undefined> {
  try {
    return (await importPackage(specifier)) as { default?: unknown };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // A group that is not installed is skipped. An installed group that cannot be loaded is an error.
    if (code === "ERR_MODULE_NOT_FOUND" && message?.includes(`'${specifier}'`)) return undefined;
    throw error;
  }
}

export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === "object" && value !== null && "operations" in value && "group" in value;
