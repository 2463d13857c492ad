import type { Reads } from "../storage/index.ts";

/** A typed name under which a plugin offers something to others. */
// biome-ignore lint/suspicious/noExplicitAny: a map of needs holds services of any interface
export interface Service<Interface = any> {
  readonly id: string;
  /** Types only: absent at run time. */
  readonly "~interface"?: Interface;
}

/** A service that may be missing: the plugin then finds `undefined`. */
export interface OptionalService<Interface = unknown> extends Service<Interface> {
  readonly optional: true;
}

export type Needs = Record<string, Service>;
export type Provided = Record<string, Service>;

export type InterfaceOf<S> =
  S extends OptionalService<infer I> ? I | undefined : S extends Service<infer I> ? I : never;
export type ServicesOf<N extends Needs> = { readonly [K in keyof N]: InterfaceOf<N[K]> };
export type Implementations<P extends Provided> = { [K in keyof P]: InterfaceOf<P[K]> | PerCall<InterfaceOf<P[K]>> };

/** Declares a service under an id like `credentials.vault`. Plugins name it in `provides` and `needs`. */
export function defineService<Interface>(id: `${string}.${string}`): Service<Interface> {
  return { id };
}

/** A service that a plugin can do without: it is undefined if nobody provides it. */
export function optional<Interface>(service: Service<Interface>): OptionalService<Interface> {
  return { ...service, optional: true };
}

const PER_CALL = Symbol.for("postern.per-call");

/** The context of a service that is built per call. */
export interface ServiceContext {
  /** Reads through it are validated by the caller's commit. */
  readonly store: Reads;
  readonly now: number;
}
export interface PerCall<Interface> {
  readonly [PER_CALL]: (ctx: ServiceContext) => Interface;
}

/**
 * A service that reads the store: built for each call that uses it, so that its reads are validated by that call's
 * commit.
 */
export function perCall<Interface>(build: (ctx: ServiceContext) => Interface): PerCall<Interface> {
  return { [PER_CALL]: build };
}

export const isPerCall = (implementation: unknown): implementation is PerCall<unknown> =>
  typeof implementation === "object" && implementation !== null && PER_CALL in implementation;

/** The service, built for one call if it is built per call. */
export function serviceFor(implementation: unknown, ctx: () => ServiceContext): unknown {
  return isPerCall(implementation) ? implementation[PER_CALL](ctx()) : implementation;
}
