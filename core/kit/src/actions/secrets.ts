import { type TSchema, withoutSecrets } from "@postern/core";
import { isReference } from "./template.ts";

/** The fields of an input that its schema marks as secret and that have a value of their own. */
export function inlineSecrets(schema: TSchema, value: unknown, field: string): string[] {
  const found: string[] = [];
  // A reference stands for a value that is stored elsewhere.
  const own = JSON.stringify(value, (_, one: unknown) => (isReference(one) ? null : one));
  withoutSecrets(schema, own === undefined ? undefined : JSON.parse(own), (path, secret) => {
    if (secret !== null) found.push(`${field}${path}`);
  });
  return found;
}
