import { isGatewayError, omitUndefined, type Reads } from "@postern/core";
import type { ConnectionDirectory, ConnectionName } from "@postern/credentials/services";
import { type StopRecord, stops } from "../collections.ts";
import { WorkerStopped } from "../errors.ts";

export const PROVIDER = "voiceprovider";

interface Config {
  readonly voiceprovider?: { readonly connection?: string };
}

/** The credential connection with the key. */
export const connectionName = ({ voiceprovider }: Config): ConnectionName =>
  omitUndefined({ provider: PROVIDER, connection: voiceprovider?.connection });

type Cause = "connection_missing" | "connection_disabled" | "connection_unreadable" | "key_refused";

/** Why the connection cannot be used; undefined if it can. */
export async function faultOf(
  connections: ConnectionDirectory | undefined,
  config: Config,
): Promise<{ code: Cause; reason: string; connectionId?: string } | undefined> {
  const name = connectionName(config);
  const found = await connections?.find(name);
  const named = name.connection === undefined ? "" : ` ${name.connection}`;
  if (!found) {
    const reason = connections
      ? `the credential connection${named} of ${PROVIDER} does not exist or is ambiguous`
      : 'the plugin "credentials" is not enabled';
    return { code: "connection_missing", reason };
  }
  if (found.status === "active") return undefined;
  const why = found.statusReason === undefined ? "" : `: ${found.statusReason}`;
  const reason = `the credential connection ${found.connection} is disabled${why}`;
  return { code: "connection_disabled", reason, connectionId: found.id };
}

/** Throws if the voice provider is not available. */
export async function assertAvailable(
  store: Reads,
  connections: ConnectionDirectory | undefined,
  config: Config,
): Promise<void> {
  const fault = (await faultOf(connections, config)) ?? (await store.get(stops, PROVIDER));
  if (fault) throw WorkerStopped({ cause: fault.code as Cause, reason: fault.reason });
}

/** Whether an error while reading the secret must stop the worker. */
export function stopFor(error: unknown): Pick<StopRecord, "code" | "reason"> | undefined {
  // An unavailable secret backend is temporary.
  if (!isGatewayError(error) || error.status === 503) return undefined;
  return { code: "connection_unreadable", reason: `the credential connection cannot be used: ${error.message}` };
}
