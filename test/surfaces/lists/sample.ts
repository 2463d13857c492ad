/** The part of a JSON Schema that samples are made from. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** A value as the schema describes it, with long texts and ids. */
export function sampleOf(schema: Schema, name = "value"): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return [...schema.enum].sort((one, other) => String(other).length - String(one).length)[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema, name);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([member, one]) => [member, sampleOf(one, member)]),
      );
    case "array":
      return [sampleOf(schema.items ?? {}, name), sampleOf(schema.items ?? {}, name)];
    case "integer":
    case "number":
      return /at$/i.test(name) ? Date.UTC(2026, 10, 24) : 12_345;
    case "boolean":
      return true;
    default:
      if (/(^id|Id|Key)$/.test(name)) return "thing_0123456789abcdef01234567";
      return /at$/i.test(name) ? "2026-11-24T12:00:00.000Z" : `the ${name} ${"of a long text ".repeat(8)}`;
  }
}
