import type { Host } from "@postern/core";
import type { group } from "../group.ts";

type CalendarHost = Host<typeof group>;

/** By the configuration, which each running gateway has one of, and which its operations see too. */
const hosts = new WeakMap<object, CalendarHost>();

export function rememberHost(host: CalendarHost): void {
  hosts.set(host.config, host);
}

/**
 * The host of the gateway that runs an operation. What is pulled from a provider is committed in portions, apart from
 * the operation's own commit: one that lasts for minutes would lose to any change that is made meanwhile.
 */
export function hostOf(config: object): CalendarHost {
  const host = hosts.get(config);
  if (!host) throw new Error("The plugin was not set up");
  return host;
}
