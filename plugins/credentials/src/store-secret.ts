import {
  type CommandContext,
  gatewayErrors,
  isGatewayError,
  type MutableRecords,
  omitUndefined,
  type Reads,
} from "@postern/core";
import { type Backend, callerError } from "./backends/backend.ts";
import type { WritableBackend } from "./backends/backends.ts";
import { placeIn, referenceTo } from "./backends/reference.ts";
import { type ConnectionRecord, connections, orphans, sealedSecrets } from "./collections.ts";
import { BackendUnavailable, SecretElsewhere, SecretUnreadable } from "./errors.ts";
import type { group } from "./group.ts";
import type { OurHost } from "./host.ts";
import type { State } from "./state.ts";

/**
 * Maximum time between writing a secret and the commit of its connection. After that the secret is removed as an
 * orphan.
 */
export const GRACE = 10 * 60 * 1000;

/**
 * Writes the secret of an input and returns its new reference. A secret in the store is part of the caller's commit.
 * Other backends share no transaction with the store, so the reference is first recorded as an orphan in a separate
 * commit, and the caller's commit deletes that record. If that never happens, the secret is removed after `GRACE`.
 */
export async function storeSecret(
  ctx: Pick<CommandContext<typeof group>, "store" | "id" | "memo" | "host">,
  backend: WritableBackend,
  input: { readonly secret?: string },
): Promise<string> {
  if (backend.inCommit) {
    const place = backend.writer.placeFor(ctx.id("sec_"));
    const secretRef = referenceTo(backend, place);
    await withCallerErrors(backend, secretRef, backend.inCommit.put(ctx, place, input.secret as string));
    return secretRef;
  }
  const secretRef = await ctx.memo(`secret in ${backend.name}`, () => put(ctx.host, backend, ctx.id("sec_"), input));
  const { store } = ctx;
  const orphan = await store.get(orphans, secretRef);
  // Its removal has already started, because this command took longer than `GRACE`.
  if (!orphan || orphan.attempts > 0) throw gatewayErrors.Busy({});
  await store.delete(orphans, secretRef);
  return secretRef;
}

async function put(
  { transact, state }: OurHost,
  backend: WritableBackend,
  id: string,
  input: { readonly secret?: string },
): Promise<string> {
  const place = backend.writer.placeFor(id);
  const secretRef = referenceTo(backend, place);
  await transact(({ store, now }) =>
    store.put(orphans, { secretRef, backend: backend.name, host: state.here, dueAt: now + GRACE, attempts: 0 }),
  );
  await withCallerErrors(backend, secretRef, backend.writer.write(place, input.secret as string));
  return secretRef;
}

/** Marks a connection's secret for removal after the commit, if this group wrote it and no other connection uses it. */
export async function releaseSecret(
  { store, now, state }: { store: MutableRecords; now: number; state: State },
  { id, secretRef, backend, isOurs, host }: ConnectionRecord,
): Promise<void> {
  if (!isOurs) return;
  const { items } = await store.find(connections, { by: "bySecret", prefix: [secretRef], limit: 2 });
  const other = items.find((found) => found.id !== id);
  if (other) await store.put(connections, { ...other, isOurs: true });
  else if (
    backend !== "vault" ||
    !(await state.backends.vault?.store.remove({ store }, secretRef.slice("vault:".length)))
  )
    await store.put(orphans, omitUndefined({ secretRef, backend, host, dueAt: now, attempts: 0 }));
}

/** The host that has a connection's secret; undefined if the secret is in the store, where all gateways find it. */
export async function hostOf(
  { store, state }: { store: Reads; state: State },
  secretRef: string,
): Promise<string | undefined> {
  const isStored =
    secretRef.startsWith("vault:") && (await store.get(sealedSecrets, secretRef.slice("vault:".length))) !== undefined;
  return isStored ? undefined : state.here;
}

/** Returns the secret of a connection. Throws errors that callers may receive. */
export async function secretOf(
  { backends, here, isShared }: State,
  { secretRef, host }: Pick<ConnectionRecord, "secretRef" | "host">,
): Promise<string> {
  const { backend, place } = placeIn(backends, secretRef);
  // What cannot be read here may be elsewhere. Whether it can be read decides, not the name: hosts may share a folder.
  const isElsewhere = isShared && host !== here;
  const elsewhere = () => SecretElsewhere(omitUndefined({ secretRef, here, host }));
  const secret = await readFrom(backend, place, secretRef).catch((error: unknown) => {
    const isUnavailable = isGatewayError(error) && error.code === BackendUnavailable.code;
    // Each host has its own configuration.
    const isUnusable = isUnavailable || backend.refusal?.(place) !== undefined;
    throw isElsewhere && host !== undefined && isUnusable ? elsewhere() : error;
  });
  if (secret !== undefined) return secret;
  throw isElsewhere ? elsewhere() : missing(backend, secretRef);
}

/** Reads a secret that the configuration allows to use. Throws errors that callers may receive. */
export async function readFrom(backend: Backend, place: string, secretRef: string): Promise<string | undefined> {
  assertAllowed(backend, place, secretRef);
  return withCallerErrors(backend, secretRef, backend.read(place));
}

/** Throws if the configuration does not allow references to a place. */
export function assertAllowed({ refusal }: Backend, place: string, secretRef: string): void {
  const reason = refusal?.(place);
  if (reason !== undefined) throw SecretUnreadable({ secretRef, reason });
}

async function withCallerErrors<T>(backend: Backend, secretRef: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw callerError(error, backend, secretRef);
  }
}

const missing = ({ title, name }: Backend, secretRef: string) =>
  SecretUnreadable({
    secretRef,
    reason:
      name === "env"
        ? "the variable is not set in the gateway's environment"
        : `${title} has no secret with this reference`,
  });
