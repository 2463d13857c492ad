import { hash } from "node:crypto";

/** JSON with the members of each object in order of their names: equal values give equal text. */
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
