import { type Plugin, readInput } from "@postern/core";
import type { GlobalFlags } from "./args.ts";
import { type ConfigFile, faultsOf, parseConfig } from "./config.ts";
import { type Config, type GroupSetting, isObject } from "./config-settings.ts";
import { Refusal } from "./exit.ts";
import { loadPlugins } from "./groups.ts";
import type { Io } from "./io.ts";
import { readSettings } from "./settings.ts";

/** Every problem of a configuration file and of the configuration of its groups, a sentence for each. */
export async function problemsOf(file: ConfigFile | undefined, flags: GlobalFlags, io: Io): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      // A configuration file is code: its imports and plugins can fail with any error.
      problems.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const config = file ? await attempt(() => parseConfig(file, io.cwd)) : {};
  if (problems.length > 0) return problems;
  if (file) problems.push(...faultsOf(config, file).map((fault) => `${file.path}: ${fault}`));
  const named = file && { configFile: file.path };
  const settings = problems.length > 0 ? undefined : await attempt(() => readSettings({ ...flags, ...named }, io));
  const plugins = pluginsIn(config);
  // Each alone, so that one faulty group does not hide the problems of the others.
  for (const [name, setting] of Object.entries(plugins)) {
    const alone = { ...settings, plugins: { [name]: setting }, pluginsOnly: true };
    for (const plugin of (await attempt(() => loadPlugins(alone))) ?? []) problems.push(...issuesOf(plugin));
  }
  if (problems.length > 0 || !settings) return problems;
  const loaded = await attempt(() => loadPlugins(settings));
  if (!loaded) return problems;
  for (const plugin of loaded) if (!Object.hasOwn(plugins, plugin.name)) problems.push(...issuesOf(plugin));
  const { createGateway } = await import("@postern/core");
  await attempt(async () => createGateway({ plugins: loaded }));
  return problems;
}

/** The groups in a configuration that may have other faults. */
const pluginsIn = (config: unknown): Readonly<Record<string, GroupSetting>> =>
  isObject(config) && isObject(config.plugins) ? (config as { plugins: Record<string, GroupSetting> }).plugins : {};

/** What a group refuses in its configuration. */
function issuesOf({ name, group, config }: Plugin): string[] {
  const issues = readInput(group.config, { ...(config as object) });
  return issues.map(({ path, message }) => `plugins.${name}: ${path === "" ? "" : `${path} `}${message}`);
}

/** Refuses groups that cannot run together, before a file is changed. */
export async function assertRunnable(config: Pick<Config, "plugins" | "pluginsOnly">, flags: GlobalFlags, io: Io) {
  const settings = await readSettings(flags, io);
  const { createGateway } = await import("@postern/core");
  const { plugins, pluginsOnly, ...rest } = settings;
  const loaded = await loadPlugins({ ...rest, ...config });
  try {
    createGateway({ plugins: loaded });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}. Nothing was changed.`);
  }
}
