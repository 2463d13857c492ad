import { hash, scryptSync } from "node:crypto";
import type { Operation } from "./operation.ts";

/** JSON with the members of every object sorted by name: equal values give equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

/** SHA-256 over the canonical JSON of the values, in base64url. */
export function digestOf(...values: readonly unknown[]): string {
  return hash("sha256", canonical(values), "base64url");
}

/** An input or an answer without the members that its schema marks as secret. */
export function withoutSecrets({ properties }: Operation["output"], answer: unknown): unknown {
  const secret = Object.keys(properties).filter((name) => "x-secret" in (properties[name] ?? {}));
  if (secret.length === 0) return answer;
  return Object.fromEntries(Object.entries(answer as object).filter(([name]) => !secret.includes(name)));
}

/** A digest of the input that is safe to store. Secrets may be guessable, so they enter it only through a slow hash. */
export function storedDigest({ input: schema }: Operation, input: unknown, salt: string): string {
  const visible = withoutSecrets(schema, input);
  return visible === input
    ? digestOf(input)
    : digestOf(visible, scryptSync(canonical(input), salt, 32).toString("base64url"));
}
