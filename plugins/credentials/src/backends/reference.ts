import { gatewayErrors } from "@postern/core";
import type { Backend } from "./backend.ts";
import type { Backends } from "./backends.ts";

export const referenceTo = ({ name }: Backend, place: string): string => `${name}:${place}`;

/** The backend and the place that a stored reference names. */
export function placeIn(backends: Backends, secretRef: string): { backend: Backend; place: string } {
  const colon = secretRef.indexOf(":");
  const backend = backends.named(secretRef.slice(0, colon));
  if (!backend) throw new Error("A stored reference names no backend");
  return { backend, place: secretRef.slice(colon + 1) };
}

/** Reads a reference that a caller gives. What is wrong with it is told without it: somebody may have typed the secret itself. */
export function parseReference(backends: Backends, secretRef: string): { backend: Backend; place: string } {
  const colon = secretRef.indexOf(":");
  const backend = colon < 0 ? undefined : backends.named(secretRef.slice(0, colon));
  const place = secretRef.slice(colon + 1);
  const fault = backend
    ? backend.faultOf(place)
    : "must be keychain:<service>/<account>, vault:<id> or env:<NAME>, and never the secret itself";
  if (fault === undefined && backend) return { backend, place };
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/secretRef", code: "reference", message: fault as string }] });
}
