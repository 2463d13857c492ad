import type { Place } from "@postern/credentials/services";
import { isAllowed } from "@postern/kit/outbound";
import { ServerRefused } from "../errors.ts";
import { PROVIDER } from "../fields.ts";

/** How a server is reached and which secret is sent to it. */
export interface ServerSettings {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly connection?: string;
  readonly plain?: boolean;
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string;
  /** Whether an admin has named the servers. */
  readonly isPrivate?: boolean;
}

const DEFAULT_PORT = "4222";

interface Address {
  readonly isTls: boolean;
  readonly host: string;
  readonly port: string;
}

/** The parts of a server's URL. */
export function addressOf(server: string): Address {
  const [, scheme, host = "", port = DEFAULT_PORT] = /^(\w+):\/\/(.*?)(?::(\d+))?$/.exec(server) ?? [];
  return { isTls: scheme === "tls", host: host.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

/** Whether connections use TLS from the start. */
export const usesTls = ({ servers }: ServerSettings): boolean => servers.some((server) => addressOf(server).isTls);

/** The hosts with their ports, for the connection whose secret is sent to them. */
export const hostsOf = ({ servers }: ServerSettings): string[] =>
  servers.map(addressOf).map(({ host, port }) => `${host}:${port}`);

export const placeOf = (settings: ServerSettings & { readonly connection: string }): Place => ({
  connection: settings.connection,
  provider: PROVIDER,
  hosts: hostsOf(settings),
});

/** Throws if servers are reached in different ways, or events and secrets would be sent through the internet in plain. */
export function assertServers({ servers, plain = false }: ServerSettings): void {
  const addresses = servers.map((server) => ({ server, ...addressOf(server) }));
  for (const { server, port, isTls, host } of addresses) {
    if (Number(port) < 1 || Number(port) > 65_535) throw ServerRefused({ server, reason: `${port} is not a port` });
    if (isTls !== addresses[0]?.isTls)
      throw ServerRefused({ server, reason: "the servers must all begin with nats:// or all with tls://" });
    if (!isTls && !plain && !isNear(host))
      throw ServerRefused({
        server,
        reason: "it is outside this machine and private networks. Use tls://, or set plain to true",
      });
  }
}

/** Whether a host is this machine or in a private network, as far as that is known before its name is resolved. */
const isNear = (host: string): boolean =>
  /(^|\.)localhost\.?$/.test(host) || (isAllowed(host, true) && !isAllowed(host, false));
