import type { AddedPage } from "./added-pages.ts";

type Asked = Pick<AddedPage, "plugin" | "name" | "version" | "uses">;

/** Which pages of plugins a person has allowed. */
export interface Consents {
  has(page: Asked): boolean;
  give(page: Asked): void;
  withdraw(page: Asked): void;
}

interface Setting {
  /** The name of the person. */
  readonly person: string;
  /** The path of the console: several gateways can have one host. */
  readonly console: string;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

/**
 * The consents of a person in this browser. A consent is for one version of the plugin and its `uses`: when one of them
 * changes, the person is asked again.
 */
export function consentsOf({ person, console, storage }: Setting): Consents {
  const keyOf = ({ plugin, name }: Asked): string =>
    `postern-page-consent:${JSON.stringify([console, person, plugin, name])}`;
  const contentOf = ({ version, uses }: Asked): string => JSON.stringify([version, [...uses].sort()]);
  return {
    has: (page) => storage.getItem(keyOf(page)) === contentOf(page),
    give: (page) => storage.setItem(keyOf(page), contentOf(page)),
    withdraw: (page) => storage.removeItem(keyOf(page)),
  };
}
