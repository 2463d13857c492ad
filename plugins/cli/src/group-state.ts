import type { Config } from "./config-settings.ts";
import { FIRST_PARTY } from "./packages.ts";

/** Whether a group runs, and whether the configuration file decides it. */
export interface GroupState {
  readonly isEnabled: boolean;
  readonly isConfigured: boolean;
}

/** The state of a group in the settings; undefined for one that is neither Postern's nor configured. */
export function groupState(
  name: string,
  { plugins = {}, pluginsOnly = false }: Pick<Config, "plugins" | "pluginsOnly">,
): GroupState | undefined {
  if (Object.hasOwn(plugins, name)) return { isEnabled: plugins[name] !== false, isConfigured: true };
  if (!FIRST_PARTY.includes(name)) return undefined;
  // `channels-irc` cannot run without `channels`.
  const [parent = name] = name.split("-");
  const isConfigured = pluginsOnly || plugins[parent] === false;
  return { isEnabled: !isConfigured, isConfigured };
}
