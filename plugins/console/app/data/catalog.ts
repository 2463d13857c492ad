import { root } from "../router.ts";
import type { Session } from "../session/session.ts";

/** A JSON Schema, as far as forms need it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An operation with its fields. */
export interface Described {
  readonly id: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly effect: string;
  readonly fields: readonly Field[];
  readonly examples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Its address in the reference of this gateway, if there is one. The reference finds the key of this tab. */
  readonly reference?: string;
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** What people call it. Its name by default. */
  readonly label?: string | undefined;
  /** Values to choose from, if the gateway knows them. */
  readonly choices?: readonly Choice[] | undefined;
  /** An example of a template that its value can contain, such as `{{run.id}}`. */
  readonly template?: string;
}

/** A value that can be chosen, with its name for people. */
export interface Choice {
  readonly value: string;
  readonly label?: string | undefined;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Path }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Path {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly "x-postern-scope": string;
  readonly "x-postern-effect"?: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { schema?: Schema; examples?: Record<string, { summary: string; value: Record<string, unknown> }> }
      >
    >;
  };
}

/** The operation with this id, in the interface of the gateway, so also one that no page of the console knows. */
export async function describe({ client }: Session, id: string, signal: AbortSignal): Promise<Described | undefined> {
  const response = await client.request("/api/v1/openapi.json", { signal });
  const { paths, components } = (await response.json()) as Document;
  const address = `/api/v1/${id.replaceAll(".", "/")}`;
  const path = paths[address]?.post;
  if (!path) return undefined;
  const [group = ""] = path.tags ?? [];
  const reference = new URL(`../reference/#tag/${group}/POST${address}`, root).href;
  const content = path.requestBody?.content["application/json"];
  const input = resolve(content?.schema ?? {}, components.schemas);
  return {
    id,
    group,
    summary: path.summary,
    description: path.description ?? "",
    scope: path["x-postern-scope"],
    effect: path["x-postern-effect"] ?? "read",
    fields: Object.entries(input.properties ?? {})
      // The console shows the plan and executes it, so these are not for its forms.
      .filter(([name]) => name !== "execute" && name !== "dryRun")
      .map(([name, schema]) => ({
        name,
        schema: resolve(schema, components.schemas),
        isRequired: input.required?.includes(name) ?? false,
      })),
    examples: Object.values(content?.examples ?? {}).map(({ summary, value }) => ({ title: summary, input: value })),
    ...("/reference/document" in paths && { reference }),
  };
}

/** A schema without its reference; members beside the reference are kept. */
function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return schema;
  return { ...resolve(schemas[$ref.slice("#/components/schemas/".length)] ?? {}, schemas), ...own };
}
