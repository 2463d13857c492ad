/** A JSON Schema, 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** The part of a gateway's manifest that its types are written from. */
export interface TypedManifest {
  readonly core: string;
  readonly digest: string;
  readonly groups: readonly { readonly name: string; readonly schemas: Readonly<Record<string, Schema>> }[];
  readonly operations: readonly TypedOperation[];
  readonly events: readonly {
    readonly type: string;
    readonly group: string;
    readonly summary: string;
    readonly data: Schema;
  }[];
  readonly errors: readonly TypedError[];
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

export interface TypedOperation {
  readonly id: string;
  readonly group: string;
  readonly kind: "query" | "command";
  readonly dryRun: "never" | "always" | "conditional";
  readonly summary: string;
  readonly description?: string;
  readonly scope: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly errors: readonly TypedError[];
}

export interface TypedError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** Missing in manifests of older gateways. */
  readonly data?: Schema;
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
