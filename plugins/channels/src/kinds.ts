import { gatewayErrors, readInput } from "@postern/core";
import type { OurSetupHost } from "./host.ts";
import type { Kind } from "./schemas.ts";
import type { AdapterKind, AdapterKinds } from "./services.ts";
import type { State } from "./state.ts";
import { webhook } from "./webhook/kind.ts";

/** The list that has the ids of a gateway's kinds. */
export const KINDS = "channels.kinds";

/** Kinds of Postern's own that are packages of their own. */
const PACKAGED = ["irc", "slack", "telegram", "xmpp"];

const ID = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Registers the kind that comes with the group; what it returns registers those of other plugins. */
export function openKinds({ config, offer }: OurSetupHost, { kinds }: State): AdapterKinds {
  offer(KINDS, () => [...kinds.keys()]);
  const register: AdapterKinds["register"] = (kind) => {
    const { id } = kind;
    if (!ID.test(id)) throw new Error(`${id} cannot be the id of a kind of adapters: it must match ${ID.source}`);
    if (kinds.has(id)) throw new Error(`There is a kind of adapters ${id} already`);
    // Closed once: what is compiled of a schema is known by the object that it is.
    const config = { ...kind.config, additionalProperties: false };
    const kept = { ...kind, config, open: (context: never) => kind.open(context) } as unknown as AdapterKind;
    kinds.set(id, kept);
    return () => {
      if (kinds.get(id) === kept) kinds.delete(id);
    };
  };
  register(webhook({ allowPrivate: config.hooksPrivate }));
  return { register };
}

/** The kind of that id, or 400 that names those there are. */
export function kindOf({ kinds }: State, id: string): AdapterKind {
  const kind = kinds.get(id);
  if (kind) return kind;
  const message = `must be one of ${[...kinds.keys()].sort().join(", ")}. ${missingKind(id)}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/kind", code: "enum", message }] });
}

/** Why there is no such kind, and what to do. */
export function missingKind(id: string): string {
  const cause = `No plugin offers the kind "${id}"`;
  if (!PACKAGED.includes(id)) return `${cause}. Install and enable the plugin that offers it`;
  return `${cause}. Run "npm install @postern/channels-${id}" and enable "channels-${id}"`;
}

/** A configuration with what the kind fills in, or what is wrong with it. */
export function readConfig({ config }: AdapterKind, given: Readonly<Record<string, unknown>>) {
  const value = structuredClone(given) as Record<string, unknown>;
  return { value, issues: readInput(config, value) };
}

/** A kind as callers see it. */
export function showKind({ id, title, description, config, secret, text, flood, idempotent }: AdapterKind): Kind {
  return {
    id,
    title,
    description,
    config: JSON.parse(JSON.stringify(config)),
    ...(secret && { secret: { needed: secret.needed, what: secret.what } }),
    text: { most: text.most, unit: text.unit, ...(text.lines && { lines: true }) },
    flood: { burst: flood.burst, every: flood.every, per: flood.per },
    idempotent,
  };
}

/** The hosts that an adapter of a kind sends its secret to. */
export function hostsOf(kind: AdapterKind, config: Readonly<Record<string, unknown>>): readonly string[] {
  return kind.hostsOf?.(readConfig(kind, config).value as never) ?? [];
}
