import type { Kind } from "./kinds.ts";

/** A field of the configuration of a kind, for people. */
export interface ConfigField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly description: string;
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly default?: unknown;
  readonly description?: string;
}

/** The fields of a kind's configuration: the connection that holds its secret, then the fields of its configuration. */
export function configFields({ config, secret }: Pick<Kind, "config" | "secret">): ConfigField[] {
  const required = new Set<string>(config.required ?? []);
  const fields = Object.entries(config.properties as Record<string, FieldSchema>).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.has(name),
    secret: false,
    description: describeField(schema),
  }));
  if (!secret) return sorted(fields);
  const description = `Connection that holds the secret (not part of config): ${secret.what}`;
  return sorted([
    { name: "connection", type: "string", required: secret.needed, secret: true, description },
    ...fields,
  ]);
}

/** Required fields first. */
const sorted = (fields: readonly ConfigField[]): ConfigField[] =>
  [...fields].sort((left, right) => Number(right.required) - Number(left.required));

function typeOf({ type = "any", items, enum: values }: FieldSchema): string {
  if (values) return `one of ${values.join(", ")}`;
  return type === "array" ? `list of ${typeOf(items ?? {})}` : type;
}

function describeField({ description = "", default: value }: FieldSchema): string {
  if (value === undefined || /default/i.test(description)) return description;
  return `${description.replace(/\.$/, "")}. Default: ${JSON.stringify(value)}`;
}
