import { type TObject, Type } from "@sinclair/typebox";
import { closed, type Input, type Parsed } from "./schema.ts";
import type { Needs, ServicesOf } from "./service.ts";

/** A family of operations under one name, with its configuration and the services it needs. */
export interface Group<
  Name extends string = string,
  // biome-ignore lint/suspicious/noExplicitAny: a group of any configuration
  ConfigIn = any,
  // biome-ignore lint/suspicious/noExplicitAny: a group of any configuration
  Config = any,
  // biome-ignore lint/suspicious/noExplicitAny: a group of any needs
  N extends Needs = any,
  // biome-ignore lint/suspicious/noExplicitAny: a group of any state
  State = any,
> {
  readonly name: Name;
  readonly title: string;
  readonly description?: string;
  readonly config: TObject;
  readonly needs: N;
  /** Scopes in addition to read and write that a grant on this group can name, with a description of each. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Names of its queues and consumers. Its plugin must declare each of them. */
  readonly workers: Set<string>;
  /** Types only: absent at run time. */
  readonly "~types"?: { configIn: ConfigIn; config: Config; state: State };
}

export type ConfigInOf<G extends Group> = NonNullable<G["~types"]>["configIn"];
export type ConfigOf<G extends Group> = NonNullable<G["~types"]>["config"];
export type StateOf<G extends Group> = NonNullable<G["~types"]>["state"];
export type ServicesOfGroup<G extends Group> = ServicesOf<G["needs"]>;

/** `propose` would be read as the beginning of a grant. */
const NAME = /^(?!propose$)[a-z][a-z0-9-]{0,31}$/;

/** Declares the type of a plugin's state between calls. Its `setup` creates it at each start of a gateway. */
export const stateOf = <State>(): { readonly "~state"?: State } => ({});

/**
 * Declares a group. `config` is validated when the gateway starts; `needs` are services of other plugins; `state`
 * (`stateOf<State>()`) is the type of `ctx.state` in its operations.
 */
export function defineGroup<
  const Name extends string,
  C extends TObject = TObject<Record<never, never>>,
  const N extends Needs = Record<never, never>,
  State = undefined,
>(
  name: Name,
  def: {
    title: string;
    description?: string;
    config?: C;
    needs?: N;
    scopes?: Record<string, string>;
    state?: { readonly "~state"?: State };
  },
): Group<Name, Input<C>, Parsed<C>, N, State> {
  if (!NAME.test(name)) throw new Error(`A group name must be lowercase, like "tasks"; got ${JSON.stringify(name)}`);
  return {
    name,
    title: def.title,
    ...(def.description && { description: def.description }),
    config: closed(def.config ?? Type.Object({})),
    needs: def.needs ?? ({} as N),
    scopes: def.scopes ?? {},
    workers: new Set(),
  };
}
