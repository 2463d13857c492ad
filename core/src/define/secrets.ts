import { scryptSync } from "node:crypto";
import { canonical, digestOf } from "./digest.ts";
import type { Operation } from "./operation.ts";

/** An input or an answer without the members that its schema calls secret. */
export function withoutSecrets({ properties }: Operation["output"], answer: unknown): unknown {
  const secret = Object.keys(properties).filter((name) => "x-secret" in (properties[name] ?? {}));
  if (secret.length === 0) return answer;
  return Object.fromEntries(Object.entries(answer as object).filter(([name]) => !secret.includes(name)));
}

/** A secret may be a word that can be guessed: it is kept in no digest that is quick to try. */
export function digestKept({ input: schema }: Operation, input: unknown, salt: string): string {
  const told = withoutSecrets(schema, input);
  return told === input
    ? digestOf(input)
    : digestOf(told, scryptSync(canonical(input), salt, 32).toString("base64url"));
}
