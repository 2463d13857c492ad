import { createLog, type Gateway, gatewayView, type Logger, type Plugin } from "@postern/core";
import type { Settings } from "./settings.ts";

/** Gives the actual address of the gateway to groups that are configured with the one in the settings. */
export function withAddress(plugins: readonly Plugin[], settings: Settings, address: string): Plugin[] {
  return plugins.map((plugin) => {
    const config = plugin.config as { address?: unknown };
    return config.address === settings.address ? { ...plugin, config: { ...config, address } } : plugin;
  });
}

/**
 * The kernel disables a plugin that does not start and serves the others. An invalid configuration is collected in
 * `refused` instead, because the user at the terminal can fix it.
 */
export function collectConfigFaults(refused: string[], log: Logger = createLog()): Logger {
  return {
    ...log,
    error(fields, message) {
      const { plugin, configuration } = fields;
      if (configuration !== undefined) refused.push(`plugins.${plugin}: ${configuration}`);
      else log.error(fields, message);
    },
  };
}

/** Why plugins of a started gateway did not start, by name. */
export function failedPlugins(gateway: Gateway): Record<string, string> {
  const states = gateway.service(gatewayView)?.plugins() ?? [];
  const failed = states.filter(({ state }) => state === "failed");
  return Object.fromEntries(failed.map(({ name, reason = "the reason is in its log" }) => [name, reason]));
}
