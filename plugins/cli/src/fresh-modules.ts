import type { InitializeHook, ResolveHook } from "node:module";

/** Sent to the thread that resolves modules: the folder of the changing modules, and the number of reloads. */
export interface FreshModules {
  readonly folder: string;
  readonly generation: Int32Array;
}

let watched: FreshModules | undefined;

export const initialize: InitializeHook<FreshModules> = (given) => {
  watched = given;
};

/** Node never reloads a JavaScript module: each generation of a changing module gets its own URL. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  if (!watched || !found.url.startsWith(watched.folder) || /\/node_modules\/|\?/.test(found.url)) return found;
  return { ...found, url: `${found.url}?generation=${Atomics.load(watched.generation, 0)}` };
};
