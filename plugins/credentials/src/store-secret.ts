import { type CommandContext, gatewayErrors, type MutableRecords } from "@postern/core";
import { type Backend, callerError } from "./backends/backend.ts";
import type { WritableBackend } from "./backends/backends.ts";
import { placeIn, referenceTo } from "./backends/reference.ts";
import { type ConnectionRecord, connections, orphans } from "./collections.ts";
import { SecretUnreadable } from "./errors.ts";
import type { group } from "./group.ts";
import type { OurHost } from "./host.ts";
import type { State } from "./state.ts";

/**
 * Maximum time between writing a secret and the commit of its connection. After that the secret is removed as an
 * orphan.
 */
export const GRACE = 10 * 60 * 1000;

/**
 * Writes the secret of an input and returns its new reference. The store and the backend share no transaction, so the
 * reference is first recorded as an orphan in a separate commit, and the caller's commit deletes that record. If that
 * never happens, the secret is removed after `GRACE`.
 */
export async function storeSecret(
  ctx: Pick<CommandContext<typeof group>, "store" | "id" | "memo" | "host">,
  backend: WritableBackend,
  input: { readonly secret?: string },
): Promise<string> {
  const secretRef = await ctx.memo(`secret in ${backend.name}`, () => put(ctx.host, backend, ctx.id("sec_"), input));
  const { store } = ctx;
  const orphan = await store.get(orphans, secretRef);
  // Its removal has already started, because this command took longer than `GRACE`.
  if (!orphan || orphan.attempts > 0) throw gatewayErrors.Busy({});
  await store.delete(orphans, secretRef);
  return secretRef;
}

async function put(
  { transact }: OurHost,
  backend: WritableBackend,
  id: string,
  input: { readonly secret?: string },
): Promise<string> {
  const place = backend.writer.placeFor(id);
  const secretRef = referenceTo(backend, place);
  await transact(({ store, now }) =>
    store.put(orphans, { secretRef, backend: backend.name, dueAt: now + GRACE, attempts: 0 }),
  );
  try {
    await backend.writer.write(place, input.secret as string);
  } catch (error) {
    throw callerError(error, backend, secretRef);
  }
  return secretRef;
}

/** Marks a connection's secret for removal after the commit, if this group wrote it and no other connection uses it. */
export async function releaseSecret(
  { store, now }: { store: MutableRecords; now: number },
  { id, secretRef, backend, isOurs }: ConnectionRecord,
): Promise<void> {
  if (!isOurs) return;
  const { items } = await store.find(connections, { by: "bySecret", prefix: [secretRef], limit: 2 });
  const other = items.find((found) => found.id !== id);
  if (other) await store.put(connections, { ...other, isOurs: true });
  else await store.put(orphans, { secretRef, backend, dueAt: now, attempts: 0 });
}

/** Returns the secret of a reference. Throws errors that callers may receive. */
export async function secretAt({ backends }: State, secretRef: string): Promise<string> {
  const { backend, place } = placeIn(backends, secretRef);
  const secret = await readFrom(backend, place, secretRef);
  if (secret !== undefined) return secret;
  throw missing(backend, secretRef);
}

export async function readFrom(backend: Backend, place: string, secretRef: string): Promise<string | undefined> {
  try {
    return await backend.read(place);
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
