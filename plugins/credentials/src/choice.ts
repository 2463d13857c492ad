import { gatewayErrors } from "@postern/core";
import { assertWorks } from "./backends/backend.ts";
import type { WritableBackend } from "./backends/backends.ts";
import { parseReference } from "./backends/reference.ts";
import { SecretUnreadable } from "./errors.ts";
import type { BackendName } from "./schemas.ts";
import type { State } from "./state.ts";
import { assertAllowed, readFrom } from "./store-secret.ts";

/** The secret in a caller's input: the secret itself, or a reference to an existing one. */
export interface SecretInput {
  readonly secret?: string;
  readonly secretRef?: string;
  readonly backend?: BackendName;
}

const wrong = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

/**
 * Chooses the backend of a secret: a working one that can store it, or the one of the reference. `before` is the
 * backend of the connection's former secret.
 */
export async function chooseBackend(
  state: State,
  { secret, secretRef, backend }: SecretInput,
  before?: BackendName,
): Promise<{ backend: BackendName; secretRef?: string; summary: string }> {
  if (secretRef !== undefined) return chooseReference(state, secretRef, backend);
  assertText(secret ?? "");
  const wanted = backend ?? (before === "env" ? undefined : before);
  const target = wanted === undefined ? await state.backends.standard() : state.backends.named(wanted);
  if (!target?.writer)
    throw wrong(
      "/backend",
      "backend",
      "cannot store secrets: set secretRef to env:<NAME> instead of secret, or use another backend",
    );
  assertWorks(await target.trouble(), target);
  return { backend: target.name, summary: `in ${target.title}` };
}

async function chooseReference(state: State, secretRef: string, requested?: BackendName) {
  const { backend, place } = parseReference(state.backends, secretRef);
  if (requested !== undefined && requested !== backend.name)
    throw wrong("/backend", "mismatch", `must be ${backend.name}, as in secretRef, or absent`);
  assertAllowed(backend, place, secretRef);
  // A variable may be set only in the environment of the server; the other backends are the same for all processes of
  // this user.
  if (backend.writer && (await readFrom(backend, place, secretRef)) === undefined)
    throw SecretUnreadable({ secretRef, reason: `${backend.title} has no secret with this reference` });
  return { backend: backend.name, secretRef, summary: `at ${secretRef}` };
}

/** Rejects text that cannot be encoded in UTF-8, which would be stored as a different secret. */
function assertText(secret: string): void {
  if (/\p{Surrogate}/u.test(secret) || secret.includes("\0"))
    throw wrong("/secret", "text", "must not contain NUL or incomplete characters");
}

/** The backend chosen by a plan. */
export const writableBackend = ({ backends }: State, name: BackendName): WritableBackend =>
  backends.named(name) as WritableBackend;
