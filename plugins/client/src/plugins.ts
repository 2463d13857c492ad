import type { Operation, Plugin, TypesOf } from "@postern/core";

/**
 * The types of the operations of plugins, without code generation, for a repository that has both: `createClient<Api<typeof
 * plugins>>(…)`. Plans are typed; errors are not.
 */
export type Api<Plugins extends readonly Plugin[]> = {
  [Op in Plugins[number]["operations"][number] as string extends Op["id"] ? never : Op["id"]]: Types<Op>;
};

type Types<Op extends Operation> = {
  readonly kind: Op["kind"];
  readonly dryRun: TypesOf<Op>["dry"] extends true
    ? "always"
    : TypesOf<Op>["dry"] extends false
      ? "never"
      : "conditional";
  readonly input: TypesOf<Op>["in"];
  readonly output: TypesOf<Op>["out"];
  readonly errors: string;
  readonly plan: TypesOf<Op>["plan"];
} & ItemOf<TypesOf<Op>["out"]>;

/** Lists have pages, and their items in an array. */
type ItemOf<Out> = Out extends { nextOffset?: number } | { cursor: string; more: boolean }
  ? { readonly item: Extract<Out[keyof Out], readonly unknown[]>[number] }
  : unknown;
