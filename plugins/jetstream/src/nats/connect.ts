import { isIP } from "node:net";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import { allowedAddresses, type HostRule, namedHosts } from "@postern/kit/outbound";
import { PROVIDER } from "../fields.ts";
import type { OurHost } from "../host.ts";
import { addressOf, hostsOf, type ServerSettings, usesTls } from "./servers.ts";

type Connecting = Pick<OurHost, "services" | "config">;

/** An open connection. */
export interface Link {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  manager(): Promise<JetStreamManager>;
  /** Ends it within a few seconds. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT = 5_000;
/** Milliseconds after which a request to the server has failed. */
export const REQUEST_TIMEOUT = 10_000;
const CLOSE_TIMEOUT = 2_000;
/** A connection whose server answers no ping for two of these, in milliseconds, is closed. */
const PING_EVERY = 10_000;

/**
 * Connects once. The client's own reconnection is off: after it, nobody knows which messages had arrived, and unsent ones
 * would collect in memory. Whoever uses the link starts again from the stored cursor.
 */
export async function connect(host: Connecting, settings: ServerSettings, name: string): Promise<Link> {
  if (settings.connection === undefined) return open(host, settings, name);
  const { secrets } = host.services;
  if (!secrets) throw new Error("The credentials group, which keeps the secret of the server, is not enabled.");
  const of = { connection: settings.connection, provider: PROVIDER };
  const user = { group: "jetstream", purpose: name, hosts: hostsOf(settings) };
  return secrets.use(of, user, (secret) => open(host, settings, name, secret.reveal()));
}

/** Whether this gateway can read the secret of the server. False only if another host has it. */
export async function isSecretHere(host: Pick<OurHost, "services">, { connection }: ServerSettings): Promise<boolean> {
  const { secrets } = host.services;
  if (connection === undefined || !secrets) return true;
  return secrets.isHere({ connection, provider: PROVIDER });
}

async function open(host: Connecting, settings: ServerSettings, name: string, secret?: string): Promise<Link> {
  // Loaded only if there is something to connect.
  const [nats, js] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")]);
  const options: NodeConnectionOptions = {
    name,
    reconnect: false,
    // The secret is for the named servers only.
    ignoreClusterUpdates: true,
    timeout: CONNECT_TIMEOUT,
    pingInterval: PING_EVERY,
    // A trace for each message costs more than the message.
    noAsyncTraces: true,
    ...(secret !== undefined && authentication(nats, secret, settings.user)),
  };
  const connection = await connectToOne(nats, options, settings, namedHosts("jetstream", settings, host.config));
  const jetstream = js.jetstream(connection, { timeout: REQUEST_TIMEOUT });
  return {
    connection,
    jetstream,
    manager: () => js.jetstreamManager(connection, { timeout: REQUEST_TIMEOUT, checkAPI: false }),
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, CLOSE_TIMEOUT).unref();
      });
      // What was sent is flushed. A server that does not answer would be waited for without end.
      await Promise.race([connection.drain().catch(() => {}), late]);
      await connection.close();
    },
  };
}

type Nats = typeof import("@nats-io/transport-node");

/**
 * Connects to the first server that works, in an arbitrary order. The client gets the addresses that were checked,
 * because the names may resolve differently later.
 */
async function connectToOne(
  nats: Nats,
  options: NodeConnectionOptions,
  settings: ServerSettings,
  to: HostRule,
): Promise<NatsConnection> {
  const isSecure = usesTls(settings);
  let failure: unknown;
  for (const server of inAnyOrder(settings.servers)) {
    const { host, port } = addressOf(server);
    try {
      const addresses = await allowedAddresses(host, { to, isSecure });
      return await nats.connect({
        ...options,
        servers: addresses.map(({ address, family }) => `${family === 6 ? `[${address}]` : address}:${port}`),
        ...(isSecure && { tls: { ...(settings.ca && { ca: settings.ca }), ...serverName(host) } }),
      });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The name that the certificate must have. The client passes it on, although its types do not list it. */
const serverName = (host: string): object => (isIP(host) === 0 ? { servername: host } : {});

function inAnyOrder<T>(items: readonly T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
}

/** How a secret is used, which its form shows. */
function authentication(nats: Nats, secret: string, user: string | undefined): Partial<NodeConnectionOptions> {
  const text = secret.trim();
  // A credentials file must end with a new line.
  const bytes = (end = "") => new TextEncoder().encode(text + end);
  if (user !== undefined) return { user, pass: secret };
  if (text.includes("-----BEGIN NATS USER JWT-----")) return { authenticator: nats.credsAuthenticator(bytes("\n")) };
  if (/^SU[A-Z2-7]{56}$/.test(text)) return { authenticator: nats.nkeyAuthenticator(bytes()) };
  return { token: text };
}
