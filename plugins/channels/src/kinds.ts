import { configFields } from "@postern/kit/kinds";
import type { OurSetupHost } from "./host.ts";
import type { Kind } from "./schemas.ts";
import type { AdapterKind, AdapterKinds } from "./services.ts";
import type { State } from "./state.ts";
import { webhook } from "./webhook/kind.ts";

/** The list that offers the ids of the registered kinds. */
export const KINDS = "channels.kinds";

/** Registers the built-in kind. The returned service registers kinds of other plugins. */
export function openKinds({ config, offer }: OurSetupHost, { kinds }: State): AdapterKinds {
  offer(KINDS, () => kinds.all().map(({ id }) => id));
  const register: AdapterKinds["register"] = (kind) => kinds.register(kind as unknown as AdapterKind);
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

/** A kind as callers see it. */
export function showKind(kind: AdapterKind): Kind {
  const { id, title, description, config, secret, text, flood, idempotent } = kind;
  return {
    id,
    title,
    description,
    fields: configFields(kind),
    config: JSON.parse(JSON.stringify(config)),
    ...(secret && { secret: { needed: secret.needed, what: secret.what } }),
    text: { most: text.most, unit: text.unit, ...(text.lines && { lines: true }) },
    flood: { burst: flood.burst, every: flood.every, per: flood.per },
    idempotent,
  };
}
