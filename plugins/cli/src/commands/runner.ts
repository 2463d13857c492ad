import { createLog, type Plugin } from "@postern/core";
import type { Catalog } from "../catalog.ts";
import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import { openGateway } from "../open-gateway.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

/**
 * Runs the channel runner of the data folder in the foreground until a signal, for systemd, pm2 or another supervisor.
 */
export async function runner(settings: Settings, catalog: Catalog): Promise<ExitCode> {
  if (isInMemory(settings))
    throw new Refusal("The channel runner is a separate process and cannot use a store in memory");
  assertInitialised(settings);
  const plugins = await catalog.plugins();
  if (!plugins.some(isChannels)) throw new Refusal('The plugin "channels" is not enabled.');
  const { runChannels } = await import("@postern/channels/runner");
  const log = createLog();
  const gateway = await openGateway(settings, plugins.map(asRunner), { log });
  return (await runChannels(gateway, { log })) === 0 ? Exit.done : Exit.failed;
}

const isChannels = ({ name }: Plugin): boolean => name === "channels";

const asRunner = (plugin: Plugin): Plugin =>
  isChannels(plugin) ? { ...plugin, config: { ...(plugin.config as object), role: "runner" } } : plugin;
