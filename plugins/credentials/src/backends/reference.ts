import { gatewayErrors } from "@postern/core";
import type { Backend } from "./backend.ts";
import type { Backends } from "./backends.ts";

export const referenceTo = ({ name }: Backend, place: string): string => `${name}:${place}`;

/** The backend and place of a stored reference. */
export function placeIn(backends: Backends, secretRef: string): { backend: Backend; place: string } {
  const colon = secretRef.indexOf(":");
  const backend = backends.named(secretRef.slice(0, colon));
  if (!backend) throw new Error("A stored reference has an unknown backend");
  return { backend, place: secretRef.slice(colon + 1) };
}

/**
 * Parses a reference from a caller. The error does not repeat it, because the caller may have entered the secret
 * itself.
 */
export function parseReference(backends: Backends, secretRef: string): { backend: Backend; place: string } {
  const colon = secretRef.indexOf(":");
  const backend = colon < 0 ? undefined : backends.named(secretRef.slice(0, colon));
  const place = secretRef.slice(colon + 1);
  const fault = backend
    ? backend.faultOf(place)
    : "must be keychain:<service>/<account>, vault:<id> or env:<NAME>, not the secret itself";
  if (fault === undefined && backend) return { backend, place };
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/secretRef", code: "reference", message: fault as string }] });
}
