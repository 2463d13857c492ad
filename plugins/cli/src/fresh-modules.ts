import type { InitializeHook, ResolveHook } from "node:module";

/** What the thread that resolves modules is told: the folder whose modules change, and how often they did. */
export interface FreshModules {
  readonly folder: string;
  readonly generation: Int32Array;
}

let told: FreshModules | undefined;

export const initialize: InitializeHook<FreshModules> = (given) => {
  told = given;
};

/** Node never loads a module of JavaScript twice: each generation of a changing one gets an address of its own. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  if (!told || !found.url.startsWith(told.folder) || /\/node_modules\/|\?/.test(found.url)) return found;
  return { ...found, url: `${found.url}?generation=${Atomics.load(told.generation, 0)}` };
};
