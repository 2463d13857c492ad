import { type CommandContext, gatewayErrors, type MutableRecords } from "@postern/core";
import { type Backend, toldAs } from "./backends/backend.ts";
import type { Keeping } from "./backends/backends.ts";
import { placeIn, referenceTo } from "./backends/reference.ts";
import { type ConnectionRecord, connections, loose } from "./collections.ts";
import { SecretUnreadable } from "./errors.ts";
import type { group } from "./group.ts";
import type { OurHost } from "./host.ts";
import type { State } from "./state.ts";

/** How long a command may take from its secret to its commit: what is still loose then is removed. */
export const GRACE = 10 * 60 * 1000;

/**
 * Writes the secret of an input under a fresh reference, which it answers. The store and the backend have no commit in
 * common: so the reference is noted as loose first, in a commit of its own, and taken up by the commit of the caller.
 * Should that never happen, the secret is removed when its time is over.
 */
export async function stash(
  ctx: Pick<CommandContext<typeof group>, "store" | "id" | "memo" | "host">,
  backend: Keeping,
  input: { readonly secret?: string },
): Promise<string> {
  const secretRef = await ctx.memo(`secret in ${backend.name}`, () => put(ctx.host, backend, ctx.id("sec_"), input));
  const { store } = ctx;
  const noted = await store.get(loose, secretRef);
  // Somebody has begun to remove it: this command has slept through its time.
  if (!noted || noted.attempts > 0) throw gatewayErrors.Busy({});
  await store.delete(loose, secretRef);
  return secretRef;
}

async function put(
  { transact }: OurHost,
  backend: Keeping,
  id: string,
  input: { readonly secret?: string },
): Promise<string> {
  const place = backend.keep.placeFor(id);
  const secretRef = referenceTo(backend, place);
  await transact(({ store, now }) =>
    store.put(loose, { secretRef, backend: backend.name, dueAt: now + GRACE, attempts: 0 }),
  );
  try {
    await backend.keep.write(place, input.secret as string);
  } catch (error) {
    throw toldAs(error, backend, secretRef);
  }
  return secretRef;
}

/** Lets go of a connection's secret: of ours nothing is left soon after the commit, unless another connection uses it. */
export async function letGo(
  { store, now }: { store: MutableRecords; now: number },
  { id, secretRef, backend, isOurs }: ConnectionRecord,
): Promise<void> {
  if (!isOurs) return;
  const { items } = await store.find(connections, { by: "bySecret", prefix: [secretRef], limit: 2 });
  const heir = items.find((one) => one.id !== id);
  if (heir) await store.put(connections, { ...heir, isOurs: true });
  else await store.put(loose, { secretRef, backend, dueAt: now, attempts: 0 });
}

/** The secret of a reference. Throws what a caller may be told. */
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
    throw toldAs(error, backend, secretRef);
  }
}

const missing = ({ title, name }: Backend, secretRef: string) =>
  SecretUnreadable({
    secretRef,
    reason: name === "env" ? "the variable is not set where the gateway runs" : `${title} has none there`,
  });
