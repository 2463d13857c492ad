import { gatewayErrors, readInput as read } from "@postern/core";
import type { Static, TObject } from "@sinclair/typebox";

/** One kind of a thing, such as an adapter. */
export interface Kind<C extends TObject = TObject> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Schema of its configuration. Closed, and without secrets. */
  readonly config: C;
  /** The secret that it uses, if any, with a description for users. */
  readonly secret?: { readonly needed: boolean; readonly what: string };
  /** The hosts, with ports, that it sends its secret to. Leave it out if it sends the secret nowhere. */
  hostsOf?(config: Static<C>): readonly string[];
}

/** The kinds that the enabled plugins provide. */
export interface Kinds<K extends Kind> {
  /** Returns a function that removes the kind. Throws if the id is invalid or already registered. */
  register(kind: K): () => void;
  all(): readonly K[];
  find(id: string): K | undefined;
  /** The kind with an id, or `gateway.invalid_input` for the field `kind`, with the list of kinds. */
  get(id: string): K;
  /** Why a kind is not available, and what to do. */
  missing(id: string): string;
  /** A configuration with the defaults of its kind, and the issues found in it. `field` is prepended to their paths. */
  read(
    kind: K,
    given: Readonly<Record<string, unknown>>,
    field?: string,
  ): { value: Record<string, unknown>; issues: gatewayErrors.Issue[] };
  /** The hosts that something of a kind may send its secret to. */
  hostsOf(kind: K, config: Readonly<Record<string, unknown>>): readonly string[];
}

const ID = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/**
 * A registry of kinds. `what` names the thing, such as "adapter". `packaged` has the package of each kind that is a plugin
 * of its own, by its id.
 */
export function createKinds<K extends Kind>(what: string, packaged: Readonly<Record<string, string>> = {}): Kinds<K> {
  const kinds = new Map<string, K>();

  const readConfig: Kinds<K>["read"] = ({ config }, given, field = "") => {
    const value = structuredClone(given) as Record<string, unknown>;
    return { value, issues: read(config, value).map((issue) => ({ ...issue, path: `${field}${issue.path}` })) };
  };

  function missing(id: string): string {
    const cause = `No plugin provides the kind "${id}"`;
    const name = packaged[id];
    if (name === undefined) return `${cause}. Install and enable the plugin that provides it`;
    return `${cause}. Run "npm install @postern/${name}" and enable "${name}"`;
  }

  return {
    register(kind) {
      const { id } = kind;
      if (!ID.test(id)) throw new Error(`Invalid kind id "${id}": it must match ${ID.source}`);
      if (kinds.has(id)) throw new Error(`The ${what} kind "${id}" is already registered`);
      // Created once: compiled schemas are cached by object identity. Methods of a class would be lost in a copy.
      const kept: K = Object.create(kind, {
        config: { value: { ...kind.config, additionalProperties: false }, enumerable: true },
      });
      kinds.set(id, kept);
      return () => {
        if (kinds.get(id) === kept) kinds.delete(id);
      };
    },
    all: () => [...kinds.values()],
    find: (id) => kinds.get(id),
    get(id) {
      const kind = kinds.get(id);
      if (kind) return kind;
      const message = `must be one of ${[...kinds.keys()].sort().join(", ")}. ${missing(id)}`;
      throw gatewayErrors.InvalidInput({ issues: [{ path: "/kind", code: "enum", message }] });
    },
    missing,
    read: readConfig,
    hostsOf: (kind, config) => kind.hostsOf?.(readConfig(kind, config).value as never) ?? [],
  };
}
