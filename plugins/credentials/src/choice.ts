import { gatewayErrors } from "@postern/core";
import { saidOf } from "./backends/backend.ts";
import type { Keeping } from "./backends/backends.ts";
import { parseReference } from "./backends/reference.ts";
import { BackendUnavailable, SecretUnreadable } from "./errors.ts";
import type { BackendName } from "./schemas.ts";
import { readFrom } from "./stash.ts";
import type { State } from "./state.ts";

/** What a caller says of a secret: the secret itself, or where it is kept already. */
export interface Given {
  readonly secret?: string;
  readonly secretRef?: string;
  readonly backend?: BackendName;
}

const wrong = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

/**
 * Where a secret is to be: in a backend that takes it and works now, or where a reference says that it is. `before` is
 * where the connection's last one was.
 */
export async function choose(
  state: State,
  { secret, secretRef, backend }: Given,
  before?: BackendName,
): Promise<{ backend: BackendName; secretRef?: string; summary: string }> {
  if (secretRef !== undefined) return chooseReference(state, secretRef, backend);
  assertText(secret ?? "");
  const wanted = backend ?? (before === "env" ? undefined : before);
  const keeping = wanted === undefined ? await state.backends.standard() : state.backends.named(wanted);
  if (!keeping?.keep)
    throw wrong(
      "/backend",
      "backend",
      "keeps nothing: give secretRef as env:<NAME> instead of secret, or another backend",
    );
  const trouble = await keeping.trouble();
  if (trouble) throw BackendUnavailable({ backend: keeping.name, reason: saidOf(trouble, keeping.title) });
  return { backend: keeping.name, summary: `in ${keeping.title}` };
}

async function chooseReference(state: State, secretRef: string, asked?: BackendName) {
  const { backend, place } = parseReference(state.backends, secretRef);
  if (asked !== undefined && asked !== backend.name)
    throw wrong("/backend", "mismatch", `must be ${backend.name}, which secretRef names, or absent`);
  // A variable may be set only where the gateway will serve; the others are the same for every process of this user.
  if (backend.keep && (await readFrom(backend, place, secretRef)) === undefined)
    throw SecretUnreadable({ secretRef, reason: `${backend.title} has none there` });
  return { backend: backend.name, secretRef, summary: `at ${secretRef}` };
}

/** What a file or a wire could not carry as it is would come back as another secret. */
function assertText(secret: string): void {
  if (/\p{Surrogate}/u.test(secret) || secret.includes("\0"))
    throw wrong("/secret", "text", "must be text without NUL and without halves of characters");
}

/** The backend that a plan has chosen. */
export const keepingOf = ({ backends }: State, name: BackendName): Keeping => backends.named(name) as Keeping;
