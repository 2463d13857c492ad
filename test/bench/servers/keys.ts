import { hash, randomBytes } from "node:crypto";

/** A key of the kind that the gateway gives out. */
export const newKey = () => `rctx_${randomBytes(24).toString("base64url")}`;

/** What a store keeps of a key. */
export const digestOf = (key: string) => hash("sha256", key, "hex");

/** The key of an Authorization header, or "" where there is none. */
export function bearerOf(header: string | undefined): string {
  return header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : "";
}

/** Whether one of a key's scopes holds this one: `*`, `notes:*` or the scope itself. */
export function holds(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || scopes.includes("*") || scopes.includes(`${scope.slice(0, scope.indexOf(":"))}:*`);
}
