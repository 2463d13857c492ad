import { createLog, type Logger, type Plugin } from "@postern/core";
import type { Settings } from "./settings.ts";

/** Groups that say where the gateway is reached say this address in place of the one in the settings. */
export function reachedAt(plugins: readonly Plugin[], settings: Settings, address: string): Plugin[] {
  return plugins.map((plugin) => {
    const config = plugin.config as { address?: unknown };
    return config.address === settings.address ? { ...plugin, config: { ...config, address } } : plugin;
  });
}

/**
 * The kernel sets a plugin aside that does not start, and serves the others. A configuration that is wrong is another
 * matter: whoever wrote it is here to fix it.
 */
export function noting(refused: string[]): Logger {
  const log = createLog();
  return {
    ...log,
    error(fields, message) {
      const [, fault] = /\bits configuration: (.*)/.exec(String(fields.error)) ?? [];
      if (fields.plugin !== undefined && fault !== undefined) refused.push(`plugins.${fields.plugin}: ${fault}`);
      else log.error(fields, message);
    },
  };
}
