import { Provider as ProviderSchema } from "./schemas.ts";
import { scrubText } from "./scrub.ts";
import type { Provider, Secret, Secrets } from "./services.ts";

const ID = new RegExp(ProviderSchema.pattern as string);
const PATIENCE = 10_000;
const MAX_REASON_LENGTH = 300;

export function registerIn(providers: Map<string, Provider>): Secrets["register"] {
  return (provider) => {
    const { id, label, check } = provider;
    if (typeof id !== "string" || !ID.test(id))
      throw new TypeError(`The id of a provider must be a text like "github", not ${JSON.stringify(id)}`);
    if (typeof label !== "string" || label === "")
      throw new TypeError(`The label of provider "${id}" must be a non-empty text`);
    if (typeof check !== "function") throw new TypeError(`The check of provider "${id}" must be a function`);
    const other = providers.get(id);
    if (other) throw new Error(`Provider "${id}" is registered by two plugins, as "${other.label}" and "${label}"`);
    providers.set(id, provider);
    return () => void (providers.get(id) === provider && providers.delete(id));
  };
}

export interface Verdict {
  readonly ok: boolean;
  readonly reason?: string;
}

/** Checks a secret with its provider. Failures also become a verdict, whose reason does not contain the secret. */
export async function ask(
  provider: Provider,
  secret: Secret,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Verdict> {
  const late = AbortSignal.timeout(patience);
  const ends = AbortSignal.any([signal, late]);
  let onAbort = () => {};
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(ends.reason);
    ends.addEventListener("abort", onAbort, { once: true });
  });
  try {
    const answer: unknown = await Promise.race([provider.check(secret, { signal: ends }), ended]);
    return verdictIn(answer, secret);
  } catch (error) {
    if (late.aborted)
      return { ok: false, reason: `${provider.label} did not respond within ${patience / 1000} seconds` };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: scrub(`The check with ${provider.label} failed: ${message}`, secret) };
  } finally {
    ends.removeEventListener("abort", onAbort);
    ended.catch(() => {});
  }
}

function verdictIn(answer: unknown, secret: Secret): Verdict {
  const { ok, reason } = (answer ?? {}) as { ok?: unknown; reason?: unknown };
  if (typeof ok !== "boolean") return { ok: false, reason: "The check did not return a valid result" };
  return typeof reason === "string" && reason !== "" ? { ok, reason: scrub(reason, secret) } : { ok };
}

const scrub = (text: string, secret: Secret): string => scrubText(text, secret.reveal(), MAX_REASON_LENGTH);
