import { type Collection, defineService, type Reads } from "@postern/core";

/** Something that continues after the call that set it up: a webhook, a rule, an account. */
export interface LastingItem {
  /** What it is, in one or two words: `webhook`. */
  readonly type: string;
  readonly id: string;
  /** Its name for people. Never a secret, and no address that may contain one. */
  readonly name?: string | undefined;
  /** Whether it ends with the context that set it up, or stays until somebody removes it. */
  readonly afterwards: "ends" | "stays";
}

/** What the contexts of a gateway have set up in one group. */
export interface LastingSource {
  /** The name of the group. */
  readonly group: string;
  /**
   * What a context has set up, at most `limit` items. It runs for each context below a key: it reads a range of an index or
   * a single record, never a whole collection.
   */
  find(store: Reads, contextId: string, limit: number): Promise<readonly LastingItem[]>;
}

/** The service with which groups list what a key has set up. */
export interface LastingWork {
  /** Call it in a plugin's setup. Returns a function that removes the source. */
  register(source: LastingSource): () => void;
}

/**
 * Provided by the context group. A group with an operation of the property `lasting` declares it as
 * `optional(lastingWork)`.
 */
export const lastingWork = defineService<LastingWork>("context.lasting");

/** Items of one collection: `by` is an index that begins with the id of the context that set a record up. */
export const listedBy =
  <Item>(collection: Collection<Item>, by: string, itemOf: (record: Item) => LastingItem): LastingSource["find"] =>
  async (store, contextId, limit) =>
    (await store.find(collection, { by: by as never, prefix: [contextId] as never, limit })).items.map(itemOf);
