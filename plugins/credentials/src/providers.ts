import { Provider as ProviderSchema } from "./schemas.ts";
import { scrubText } from "./scrub.ts";
import type { Provider, Secret, Secrets } from "./services.ts";

const ID = new RegExp(ProviderSchema.pattern as string);
const PATIENCE = 10_000;
const LONGEST_REASON = 300;

export function registerIn(providers: Map<string, Provider>): Secrets["register"] {
  return (provider) => {
    const { id, label, check } = provider;
    if (typeof id !== "string" || !ID.test(id))
      throw new TypeError(`A provider's id is text like github, not ${JSON.stringify(id)}`);
    if (typeof label !== "string" || label === "") throw new TypeError(`The label of the provider ${id} is text`);
    if (typeof check !== "function") throw new TypeError(`The check of the provider ${id} is a function`);
    const other = providers.get(id);
    if (other) throw new Error(`Two plugins register the provider ${id}: "${other.label}" and "${label}"`);
    providers.set(id, provider);
    return () => void (providers.get(id) === provider && providers.delete(id));
  };
}

export interface Verdict {
  readonly ok: boolean;
  readonly reason?: string;
}

/** Asks a provider whether a secret works. Whatever becomes of that is a verdict, in words without the secret. */
export async function ask(
  provider: Provider,
  secret: Secret,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Verdict> {
  const late = AbortSignal.timeout(patience);
  const ends = AbortSignal.any([signal, late]);
  let give = () => {};
  const ended = new Promise<never>((_, reject) => {
    give = () => reject(ends.reason);
    ends.addEventListener("abort", give, { once: true });
  });
  try {
    const told: unknown = await Promise.race([provider.check(secret, { signal: ends }), ended]);
    return verdictIn(told, secret);
  } catch (error) {
    if (late.aborted) return { ok: false, reason: `${provider.label} did not answer within ${patience / 1000} s` };
    const words = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: told(`${provider.label} could not be asked: ${words}`, secret) };
  } finally {
    ends.removeEventListener("abort", give);
    ended.catch(() => {});
  }
}

function verdictIn(answer: unknown, secret: Secret): Verdict {
  const { ok, reason } = (answer ?? {}) as { ok?: unknown; reason?: unknown };
  if (typeof ok !== "boolean") return { ok: false, reason: "The check answered neither yes nor no" };
  return typeof reason === "string" && reason !== "" ? { ok, reason: told(reason, secret) } : { ok };
}

const told = (text: string, secret: Secret): string => scrubText(text, secret.reveal(), LONGEST_REASON);
