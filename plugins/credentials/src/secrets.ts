import type { Reads } from "@postern/core";
import { gatewayErrors, isGatewayError } from "@postern/core";
import { type ConnectionRecord, connections, uses } from "./collections.ts";
import { ambiguous, connectionOf, remark } from "./connection.ts";
import { ofProvider } from "./directory.ts";
import { ConnectionDisabled, ConnectionNotFound, SecretUnreadable } from "./errors.ts";
import { connectionUsed } from "./events.ts";
import type { OurSetupHost } from "./host.ts";
import { scrubError } from "./scrub.ts";
import { type ConnectionName, Secret, type Secrets, type User } from "./services.ts";
import { secretAt } from "./stash.ts";
import type { State } from "./state.ts";
import { bind } from "./use.ts";

const MINUTE = 60_000;
const LONGEST = 200;

/** How groups get secrets. */
export function createSecrets(host: OurSetupHost, state: State, register: Secrets["register"]): Secrets {
  return {
    register,
    async use(name, user, work) {
      const { group, purpose } = user;
      if (!group || !purpose || group.length > LONGEST || purpose.length > LONGEST)
        throw new TypeError(`Whoever uses a secret says who and what for, in at most ${LONGEST} letters each`);
      const secret = await handOver(host, state, name, user);
      try {
        return await work(new Secret(secret));
      } catch (error) {
        throw scrubError(error, secret);
      }
    },
  };
}

async function handOver(host: OurSetupHost, state: State, name: ConnectionName, user: User): Promise<string> {
  for (;;) {
    const record = await meant(host.store, name);
    assertActive(record);
    const secret = await readable(host, state, record);
    if (secret === undefined) continue;
    // The commit holds only if the connection is still active and its secret still this one.
    const isNoted = await host.transact(async ({ store, now, emit }) => {
      const still = await store.get(connections, record.id);
      if (!still) throw ConnectionNotFound({ connection: record.connection });
      assertActive(still);
      if (still.secretRef !== record.secretRef) return false;
      const { id, connection, provider } = await bind({ store, now, emit }, still, user.hosts ?? []);
      const last = await store.get(uses, id, user.group);
      if (!last || now - last.at >= MINUTE) await store.put(uses, { connectionId: id, group: user.group, at: now });
      const after = await store.get(connections, id);
      if (after?.statusReason === "secret_unreadable") await remark({ store, now, emit }, after, undefined);
      emit(connectionUsed, { connectionId: id, connection, provider, group: user.group, purpose: user.purpose });
      return true;
    });
    if (isNoted) return secret;
  }
}

/** The one that is meant. Where only a provider is named, it has to have one active connection. */
async function meant(store: Reads, { connection, provider }: ConnectionName): Promise<ConnectionRecord> {
  if (connection !== undefined) return connectionOf(store, { connection, ...(provider !== undefined && { provider }) });
  if (provider === undefined) {
    const message = "is needed, or provider";
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
  }
  const active = await ofProvider(store, provider, "active");
  const found = active.length > 0 ? active : await ofProvider(store, provider, "disabled");
  const [first, ...others] = found;
  if (!first) throw ConnectionNotFound({ connection: `of ${provider}` });
  if (active.length > 0 && others.length > 0) throw ambiguous({ provider }, found);
  return first;
}

function assertActive({ id, connection, provider, status }: ConnectionRecord): void {
  if (status === "disabled") throw ConnectionDisabled({ connectionId: id, connection, provider });
}

/** The secret of a connection; undefined where it has another one by now, and the old one is gone already. */
async function readable(
  host: OurSetupHost,
  state: State,
  { id, secretRef }: ConnectionRecord,
): Promise<string | undefined> {
  try {
    return await secretAt(state, secretRef);
  } catch (error) {
    if (!isGatewayError(error) || error.code !== SecretUnreadable.code) throw error;
    const isStill = await host.transact(async (ctx) => {
      const record = await ctx.store.get(connections, id);
      if (record?.secretRef !== secretRef) return false;
      // So that whoever lists connections sees it, and not only whoever wanted the secret.
      if (record.status === "active") await remark(ctx, record, "secret_unreadable");
      return true;
    });
    if (isStill) throw error;
    return undefined;
  }
}
