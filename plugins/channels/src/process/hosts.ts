import type { OurHost } from "../group.ts";

/** By the configuration, which each running gateway has one of, and which its operations see too. */
const hosts = new WeakMap<object, OurHost>();

export function rememberHost(host: OurHost): void {
  hosts.set(host.config, host);
}

/** The host of the gateway that runs an operation: a process is started and stopped by several commits, one after another. */
export function hostOf(config: object): OurHost {
  const host = hosts.get(config);
  if (!host) throw new Error("The plugin was not started");
  return host;
}
