import type { Plugin } from "@postern/core";
import { UsageError } from "./exit.ts";
import type { GroupSetting, Settings } from "./settings.ts";

/** The groups that come with Postern; each is a package of its own, and runs where it is installed. */
export const FIRST_PARTY = ["context", "service", "chats", "openapi"] as const;

type Factory = (config?: Record<string, unknown>) => Plugin;

/** The plugins that the settings ask for; without any, every first-party group that is installed. */
export async function loadPlugins({ plugins }: Pick<Settings, "plugins">): Promise<Plugin[]> {
  if (plugins === undefined) {
    const found = await Promise.all(FIRST_PARTY.map((name) => factoryOf(name)));
    return found.filter((factory) => factory !== undefined).map((factory) => factory());
  }
  const asked = Object.entries(plugins).filter(([, setting]) => setting !== false);
  return Promise.all(asked.map(([name, setting]) => loadPlugin(name, setting)));
}

async function loadPlugin(name: string, setting: GroupSetting): Promise<Plugin> {
  if (isPlugin(setting)) return setting;
  if (setting !== true && (typeof setting !== "object" || setting === null || Array.isArray(setting))) {
    throw new UsageError(`plugins.${name} is true, false, its configuration, or an imported plugin`);
  }
  const factory = (await factoryOf(name)) ?? (await factoryOf(name, name));
  if (!factory) throw new UsageError(`There is no group ${name}: neither @postern/${name} nor ${name} is installed`);
  return factory(setting === true ? undefined : (setting as Record<string, unknown>));
}

async function factoryOf(name: string, specifier = `@postern/${name}`): Promise<Factory | undefined> {
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

const isPlugin = (setting: unknown): setting is Plugin =>
  typeof setting === "object" && setting !== null && "operations" in setting && "group" in setting;
