import type { GatewayView, Host } from "@postern/core";
import type { Backends } from "./backends/backends.ts";
import type { group } from "./group.ts";
import type { Provider } from "./services.ts";

export type OurHost = Host<typeof group>;
export type Config = OurHost["config"];

/** What the operations of one gateway share: its backends, the providers that plugins have registered, and commits beside their own. */
export interface Safe {
  readonly backends: Backends;
  readonly providers: Map<string, Provider>;
  readonly transact: OurHost["transact"];
  /** Where the secret of an input was put: a command that runs again, after a conflict, puts it nowhere else. */
  readonly stashed: WeakMap<object, string>;
}

const safes = new WeakMap<GatewayView, Safe>();

/** Begins a gateway's safe anew. */
export function openSafe(gateway: GatewayView, said: Omit<Safe, "stashed">): Safe {
  const safe = { ...said, stashed: new WeakMap() };
  safes.set(gateway, safe);
  return safe;
}

/** The safe of a gateway, which its setup has opened. */
export const safeOf = ({ gateway }: { gateway: GatewayView }): Safe => safes.get(gateway) as Safe;
