import type { Plugin } from "@postern/core";
import { Refusal } from "./exit.ts";
import type { GroupSetting, Settings } from "./settings.ts";

/** The groups that come with Postern; each is a package of its own, and runs where it is installed. */
const FIRST_PARTY = [
  "context",
  "service",
  "events",
  "hooks",
  "credentials",
  "projects",
  "agents",
  "chats",
  "audio",
  "calendars",
  "widgets",
  "tasks",
  "bases",
  "prox",
  "meetings",
  "channels",
  "agentx",
  "sync",
  "openapi",
];

/** Settings of the whole gateway that a group receives when its configuration has a member of that name and type. */
const SHARED = ["address", "data", "home", "workspace", "project", "hooksPrivate", "runner"] as const;

type Wanted = Pick<Settings, "plugins" | (typeof SHARED)[number]>;
type Factory = (config?: Readonly<Record<string, unknown>>) => unknown;

/**
 * The plugins that the settings ask for; without any, every first-party group that is installed. `own` comes in place of
 * the one of its name.
 */
export async function loadPlugins(settings: Wanted, own?: Plugin): Promise<Plugin[]> {
  const { plugins } = settings;
  const isOther = (name: string) => name !== own?.name;
  const found = await Promise.all(
    plugins === undefined
      ? FIRST_PARTY.filter(isOther).map(async (name) => made(name, await factoryOf(`@postern/${name}`), undefined))
      : Object.entries(plugins)
          .filter(([name]) => isOther(name))
          .map(([name, setting]) => loadPlugin(name, setting)),
  );
  return [...found, own].filter((plugin) => plugin !== undefined).map((plugin) => withShared(plugin, settings));
}

async function loadPlugin(name: string, setting: GroupSetting): Promise<Plugin | undefined> {
  if (isPlugin(setting)) return setting;
  if (typeof setting !== "boolean" && (typeof setting !== "object" || setting === null || Array.isArray(setting))) {
    throw new Refusal(`plugins.${name} is true, false, its configuration, or an imported plugin`);
  }
  if (setting === false && FIRST_PARTY.includes(name)) return undefined;
  const factory = (await factoryOf(`@postern/${name}`)) ?? (await factoryOf(name));
  if (!factory) throw new Refusal(`There is no group ${name}: neither @postern/${name} nor ${name} is installed`);
  return setting === false ? undefined : made(name, factory, setting === true ? undefined : setting);
}

function made(name: string, factory: Factory | undefined, config: Readonly<Record<string, unknown>> | undefined) {
  if (!factory) return undefined;
  const plugin = factory(config);
  if (isPlugin(plugin)) return plugin;
  throw new Refusal(`The package that is installed for plugins.${name} is no plugin of Postern`);
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
  try {
    const loaded = (await import(specifier)) as { default?: unknown };
    return typeof loaded.default === "function" ? (loaded.default as Factory) : undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // A group that is there but broken is worth its own words; one that is not installed is simply not there.
    if (code === "ERR_MODULE_NOT_FOUND" && message?.includes(`'${specifier}'`)) return undefined;
    throw error;
  }
}

export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === "object" && value !== null && "operations" in value && "group" in value;
