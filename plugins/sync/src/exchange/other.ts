import { isGatewayError, readInput, type Static, T, type TObject } from "@postern/core";
import { hostIn, isElsewhere } from "@postern/credentials/services";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { Compared, Fetched, type Parcel, Pulled, Pushed, Received } from "../schemas.ts";
import { gatewayHosts } from "./address.ts";
import { Fault } from "./fault.ts";
import { ask, openPeer } from "./request.ts";

/** A position in the changes of the other gateway. */
export interface Position {
  readonly domain: string;
  readonly kind: string;
  readonly cursor?: string;
}

/** A client of the other gateway. */
export interface Other {
  pull(site: string, from: readonly Position[]): Promise<Received>;
  push(site: string, records: readonly Parcel[]): Promise<Pushed>;
  /** Returns the checksums of a group's buckets, or the records in some of them. */
  compare(domain: string, buckets?: readonly number[], after?: readonly string[]): Promise<Compared>;
  /** Returns the records with these names, as many as fit into a response. */
  fetch(domain: string, names: readonly (readonly string[])[]): Promise<Fetched["records"]>;
  /** Returns the number of its newest change when it is greater than `after`, or after 25 seconds. */
  wait(after: string): Promise<string>;
}

export const MAX_WAIT = 25_000;

/** Calls `work` with a client of the other gateway. Throws a Fault if there is no key for it. */
export async function withOther<T>(
  host: SyncHost,
  { consoleUrl, connection, isPrivate }: Pick<LinkRecord, "consoleUrl" | "connection" | "isPrivate">,
  purpose: string,
  signal: AbortSignal,
  work: (other: Other) => Promise<T>,
): Promise<T> {
  const { secrets } = host.services;
  const { timeout } = host.config;
  const post = (path: string, body: unknown) => ({ method: "POST", path, body, timeout }) as const;
  if (!secrets) throw new Fault("no_secret", 'the plugin "credentials", which stores its key, is not enabled');
  try {
    return await secrets.use(
      { connection },
      { group: "sync", purpose, hosts: [hostIn(consoleUrl)] },
      async (secret) => {
        const peer = openPeer({
          consoleUrl,
          key: secret.reveal(),
          hosts: gatewayHosts({ isPrivate }, host.config),
          signal,
        });
        try {
          return await work({
            pull: async (site, from) => checked(Received, await ask(peer, post("sync/pull", { site, from }))),
            push: async (site, records) => checked(Pushed, await ask(peer, post("sync/push", { site, records }))),
            compare: async (domain, buckets, after) =>
              checked(Compared, await ask(peer, post("sync/compare", { domain, buckets, after }))),
            fetch: async (domain, names) =>
              checked(Fetched, await ask(peer, post("sync/fetch", { domain, names }))).records,
            async wait(after) {
              const answer = await ask(peer, {
                method: "GET",
                path: `sync/wait?after=${after}`,
                timeout: MAX_WAIT + timeout,
              });
              return checked(Waited, answer).newest;
            },
          });
        } finally {
          peer.connections.close();
        }
      },
    );
  } catch (error) {
    if (isElsewhere(error)) throw new Fault("secret_elsewhere", (error as Error).message);
    // The connection is missing, disabled or its secret cannot be read.
    if (isGatewayError(error) && error.code.startsWith("credentials.")) throw new Fault("no_secret", error.message);
    throw error;
  }
}

const Waited = T.Pick(Pulled, ["newest"]);

function checked<S extends TObject>(schema: S, answer: unknown): Static<S> {
  if (readInput(schema, answer).length === 0) return answer as Static<S>;
  throw new Fault("nonsense", "its response does not come from a gateway with sync");
}
