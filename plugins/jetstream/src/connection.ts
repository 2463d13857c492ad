import { type Caller, gatewayErrors, type Reads } from "@postern/core";
import { assertUsable, type ConnectionDirectory } from "@postern/credentials/services";
import { markServers, type Naming } from "@postern/kit/outbound";
import { ConnectionUnknown } from "./errors.ts";
import { PROVIDER } from "./fields.ts";
import { assertServers, hostsOf, placeOf, type ServerSettings } from "./nats/servers.ts";

interface Checking {
  readonly store: Reads;
  readonly caller: Caller;
  readonly services: { readonly connections: ConnectionDirectory | undefined };
}

/** The mark of servers that a caller names. Throws if one is at an address that the caller may not name. */
export const markOf = (ctx: Naming, servers: ServerSettings, before?: ServerSettings): { isPrivate?: true } =>
  markServers(ctx, "jetstream", hostsOf(servers), before && { hosts: hostsOf(before), isPrivate: before.isPrivate });

/** Checks the servers of a new bridge or consumer, and whether the caller may send the secret there. */
export async function assertReachable({ store, caller, services }: Checking, settings: ServerSettings): Promise<void> {
  assertServers(settings);
  const { connection } = settings;
  if (connection === undefined) return;
  if (!(await services.connections?.find({ connection, provider: PROVIDER }))) throw ConnectionUnknown({ connection });
  await assertUsable({ store, caller }, placeOf({ ...settings, connection }));
}

/** Requires the connection again if its secret would be sent to other servers: whoever names both may use it there. */
export function assertNamedAgain(before: ServerSettings, after: ServerSettings, named: boolean): void {
  const isMoved = hostsOf(before).join() !== hostsOf(after).join() || before.user !== after.user;
  if (after.connection === undefined || named || !isMoved) return;
  const message = `must be specified again, because its secret would be sent to ${hostsOf(after).join(", ")}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
}
