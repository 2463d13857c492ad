import type { Reads } from "@postern/core";
import { gatewayErrors, isGatewayError } from "@postern/core";
import { type ConnectionRecord, connections, uses } from "./collections.ts";
import { ambiguous, connectionOf, setStatusReason } from "./connection.ts";
import { ofProvider } from "./directory.ts";
import { ConnectionDisabled, ConnectionNotFound, SecretUnreadable } from "./errors.ts";
import { connectionUsed } from "./events.ts";
import type { OurSetupHost } from "./host.ts";
import { scrubError } from "./scrub.ts";
import { type ConnectionName, Secret, type Secrets, type User } from "./services.ts";
import type { State } from "./state.ts";
import { secretAt } from "./store-secret.ts";
import { bind } from "./use.ts";

const MINUTE = 60_000;
const MAX_LENGTH = 200;

/** The service through which groups use secrets. */
export function createSecrets(host: OurSetupHost, state: State, register: Secrets["register"]): Secrets {
  return {
    register,
    async use(name, user, work) {
      const { group, purpose } = user;
      if (!group || !purpose || group.length > MAX_LENGTH || purpose.length > MAX_LENGTH)
        throw new TypeError(
          `The use of a secret needs a group and a purpose, of at most ${MAX_LENGTH} characters each`,
        );
      const secret = await fetchSecret(host, state, name, user);
      try {
        return await work(new Secret(secret));
      } catch (error) {
        throw scrubError(error, secret);
      }
    },
  };
}

async function fetchSecret(host: OurSetupHost, state: State, name: ConnectionName, user: User): Promise<string> {
  for (;;) {
    const record = await resolve(host.store, name);
    assertActive(record);
    const secret = await readSecret(host, state, record);
    if (secret === undefined) continue;
    // The commit succeeds only if the connection is still active and still has this secret.
    const isRecorded = await host.transact(async ({ store, now, emit }) => {
      const current = await store.get(connections, record.id);
      if (!current) throw ConnectionNotFound({ connection: record.connection });
      assertActive(current);
      if (current.secretRef !== record.secretRef) return false;
      const { id, connection, provider } = await bind({ store, now, emit }, current, user.hosts ?? []);
      const last = await store.get(uses, id, user.group);
      if (!last || now - last.at >= MINUTE) await store.put(uses, { connectionId: id, group: user.group, at: now });
      const after = await store.get(connections, id);
      if (after?.statusReason === "secret_unreadable") await setStatusReason({ store, now, emit }, after, undefined);
      emit(connectionUsed, { connectionId: id, connection, provider, group: user.group, purpose: user.purpose });
      return true;
    });
    if (isRecorded) return secret;
  }
}

/** Resolves a connection. If only a provider is given, it must have exactly one active connection. */
async function resolve(store: Reads, { connection, provider }: ConnectionName): Promise<ConnectionRecord> {
  if (connection !== undefined) return connectionOf(store, { connection, ...(provider !== undefined && { provider }) });
  if (provider === undefined) {
    const message = "is required if there is no provider";
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
  }
  const active = await ofProvider(store, provider, "active");
  const found = active.length > 0 ? active : await ofProvider(store, provider, "disabled");
  const [first, ...others] = found;
  if (!first) throw ConnectionNotFound({ connection: "", provider });
  if (active.length > 0 && others.length > 0) throw ambiguous({ provider }, found);
  return first;
}

function assertActive({ id, connection, provider, status }: ConnectionRecord): void {
  if (status === "disabled") throw ConnectionDisabled({ connectionId: id, connection, provider });
}

/** Reads the secret of a connection; undefined if it was rotated meanwhile and the old secret is already gone. */
async function readSecret(
  host: OurSetupHost,
  state: State,
  { id, secretRef }: ConnectionRecord,
): Promise<string | undefined> {
  try {
    return await secretAt(state, secretRef);
  } catch (error) {
    if (!isGatewayError(error) || error.code !== SecretUnreadable.code) throw error;
    const isCurrent = await host.transact(async (ctx) => {
      const record = await ctx.store.get(connections, id);
      if (record?.secretRef !== secretRef) return false;
      // Stored with the connection, so that everyone who lists connections sees it.
      if (record.status === "active") await setStatusReason(ctx, record, "secret_unreadable");
      return true;
    });
    if (isCurrent) throw error;
    return undefined;
  }
}
