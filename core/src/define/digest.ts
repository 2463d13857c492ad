import { hash, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { after, type MaybePromise } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { Operation } from "./operation.ts";
import { withoutSecrets } from "./secrets.ts";

/** JSON with the members of every object sorted by name: equal values give equal text. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const object = value as Record<string, unknown>;
  if (typeof object.toJSON === "function") return canonical(object.toJSON());
  let text = "";
  for (const name of sortedNames(object)) {
    const inner = object[name];
    if (inner === undefined || typeof inner === "function") continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${canonical(inner)}`;
  }
  return `{${text}}`;
}

/** Names like integers come first, in the order of their numbers, as in every object: stored digests depend on it. */
function sortedNames(object: object): string[] {
  const names = Object.keys(object);
  if (!/^\d/.test(names[0] ?? "")) return names.sort();
  const isIndex = (name: string) => String(Number(name) >>> 0) === name && name !== "4294967295";
  return [...names.filter(isIndex), ...names.filter((name) => !isIndex(name)).sort()];
}

/** SHA-256 over the canonical JSON of the values, in base64url. */
export function digestOf(...values: readonly unknown[]): string {
  return hash("sha256", canonical(values), "base64url");
}

const slowHash = promisify(scrypt) as (text: string, salt: string, length: number) => Promise<Buffer>;

/** A digest of the input that is safe to store. Secrets may be guessable, so they enter it only through a slow hash. */
export function storedDigest({ input: schema }: Operation, input: unknown, salt: string): MaybePromise<string> {
  const visible = withoutSecrets(schema, input);
  if (visible === input) return digestOf(input);
  return slowHash(canonical(input), salt, 32).then((slow) => digestOf(visible, slow.toString("base64url")));
}

/** Digests of the schemas of operations, which are computed when the first plan of an operation is. */
const interfaces = new WeakMap<Operation, string>();

/** The digest that says what exactly was planned: by which version of the operation, with which input, for whom. */
export function planDigest(
  operation: Operation,
  version: string,
  input: unknown,
  plan: unknown,
  { contextId, agentId }: Pick<Caller, "contextId" | "agentId">,
): MaybePromise<string> {
  const { id, effect, scope } = operation;
  const schemas = interfaces.get(operation) ?? digestOf(effect, scope, operation.input, operation.output);
  interfaces.set(operation, schemas);
  return after(storedDigest(operation, input, `${contextId} ${id}`), (given) =>
    digestOf(id, version, schemas, given, plan, contextId, agentId),
  );
}
