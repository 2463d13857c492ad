import type { Collection, Plugin } from "@postern/core";

/**
 * The collection of this name that a plugin declares. A package is tested as it is built, so a collection imported from
 * its sources is another one, which its gateway does not let anybody write.
 */
export function declared<C extends Pick<Collection, "name">>({ name, collections }: Plugin, like: C): C {
  const found = collections.find((collection) => collection.name === like.name);
  if (!found) throw new Error(`The plugin ${name} declares no collection ${like.name}`);
  return found as unknown as C;
}
