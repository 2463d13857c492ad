import { gatewayErrors, readInput } from "@postern/core";
import type { OurSetupHost } from "./host.ts";
import { fieldsOf } from "./kind-fields.ts";
import type { Kind } from "./schemas.ts";
import type { AdapterKind, AdapterKinds } from "./services.ts";
import type { State } from "./state.ts";
import { webhook } from "./webhook/kind.ts";

/** The list that offers the ids of the registered kinds. */
export const KINDS = "channels.kinds";

/** Kinds that have packages of their own. */
const PACKAGED = ["irc", "slack", "telegram", "xmpp"];

const ID = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Registers the built-in kind. The returned service registers kinds of other plugins. */
export function openKinds({ config, offer }: OurSetupHost, { kinds }: State): AdapterKinds {
  offer(KINDS, () => [...kinds.keys()]);
  const register: AdapterKinds["register"] = (kind) => {
    const { id } = kind;
    if (!ID.test(id)) throw new Error(`Invalid kind id "${id}": it must match ${ID.source}`);
    if (kinds.has(id)) throw new Error(`The adapter kind "${id}" is already registered`);
    // Created once: compiled schemas are cached by object identity.
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

/** Whether all plugins have started, so that no more kinds are registered. */
export function hasStarted({ services: { gateway } }: Pick<OurSetupHost, "services">): boolean {
  try {
    return gateway.plugins().length > 0;
  } catch {
    return false;
  }
}

/** The kind with an id, or 400 with the list of registered kinds. */
export function kindOf({ kinds }: State, id: string): AdapterKind {
  const kind = kinds.get(id);
  if (kind) return kind;
  const message = `must be one of ${[...kinds.keys()].sort().join(", ")}. ${missingKind(id)}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/kind", code: "enum", message }] });
}

/** Why a kind is not available, and what to do. */
export function missingKind(id: string): string {
  const cause = `No plugin provides the kind "${id}"`;
  if (!PACKAGED.includes(id)) return `${cause}. Install and enable the plugin that provides it`;
  return `${cause}. Run "npm install @postern/channels-${id}" and enable "channels-${id}"`;
}

/** A configuration with the defaults of its kind, and the issues found in it. */
export function readConfig({ config }: AdapterKind, given: Readonly<Record<string, unknown>>) {
  const value = structuredClone(given) as Record<string, unknown>;
  return { value, issues: readInput(config, value) };
}

/** A kind as callers see it. */
export function showKind(kind: AdapterKind): Kind {
  const { id, title, description, config, secret, text, flood, idempotent } = kind;
  return {
    id,
    title,
    description,
    fields: fieldsOf(kind),
    config: JSON.parse(JSON.stringify(config)),
    ...(secret && { secret: { needed: secret.needed, what: secret.what } }),
    text: { most: text.most, unit: text.unit, ...(text.lines && { lines: true }) },
    flood: { burst: flood.burst, every: flood.every, per: flood.per },
    idempotent,
  };
}

/** The hosts that an adapter may send its secret to. */
export function hostsOf(kind: AdapterKind, config: Readonly<Record<string, unknown>>): readonly string[] {
  return kind.hostsOf?.(readConfig(kind, config).value as never) ?? [];
}
