import type { Reads } from "@postern/core";
import { gatewayErrors, isGatewayError, omitUndefined, type Transacting } from "@postern/core";
import { isElsewhere } from "@postern/kit/sealing";
import { type ConnectionRecord, connections, uses } from "./collections.ts";
import { ambiguous, connectionOf, setStatusReason, showConnection } from "./connection.ts";
import { ofProvider } from "./directory.ts";
import { ConnectionDisabled, ConnectionNotFound, SecretUnreadable } from "./errors.ts";
import { connectionUpdated, connectionUsed } from "./events.ts";
import type { OurSetupHost } from "./host.ts";
import { scrubError } from "./scrub.ts";
import { type ConnectionName, Secret, type Secrets, type User } from "./services.ts";
import type { State } from "./state.ts";
import { hostOf, secretOf } from "./store-secret.ts";
import { bind } from "./use.ts";

const MINUTE = 60_000;
const MAX_LENGTH = 200;

/** The service through which groups use secrets. */
export function createSecrets(host: OurSetupHost, state: State, register: Secrets["register"]): Secrets {
  return {
    register,
    async isHere(name) {
      try {
        const record = await resolve(host.store, name);
        if (record.status === "active") await secretOf(state, record);
        return true;
      } catch (error) {
        return !isElsewhere(error);
      }
    },
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
      if (after) await noteReadable({ store, now, emit }, state, after);
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
async function readSecret(host: OurSetupHost, state: State, record: ConnectionRecord): Promise<string | undefined> {
  const { id, secretRef } = record;
  try {
    return await secretOf(state, record);
  } catch (error) {
    if (isElsewhere(error)) {
      // It may have been rotated or moved meanwhile.
      const now = await host.store.get(connections, id);
      if (now && (now.secretRef !== secretRef || now.host !== record.host)) return undefined;
      throw error;
    }
    if (!isGatewayError(error) || error.code !== SecretUnreadable.code) throw error;
    const isCurrent = await host.transact(async (ctx) => {
      const found = await ctx.store.get(connections, id);
      if (found?.secretRef !== secretRef) return false;
      // Stored with the connection, so that everyone who lists connections sees it.
      if (found.status === "active") await setStatusReason(ctx, found, "secret_unreadable");
      return true;
    });
    if (isCurrent) throw error;
    return undefined;
  }
}

/**
 * Clears the reason of a connection whose secret could not be read before. If it was not readable at its host, or that
 * is unknown because the connection was created before hosts were stored, this host is noted.
 */
async function noteReadable(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  state: State,
  record: ConnectionRecord,
): Promise<void> {
  const wasUnreadable = record.statusReason === "secret_unreadable";
  const isUnknown = record.host === undefined && state.isShared;
  if (!wasUnreadable && !isUnknown) return;
  const host = await hostOf({ store: ctx.store, state }, record.secretRef);
  if (!wasUnreadable && host === undefined) return;
  const next = omitUndefined({ ...record, host, statusReason: wasUnreadable ? undefined : record.statusReason });
  await ctx.store.put(connections, next);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, next) });
}
