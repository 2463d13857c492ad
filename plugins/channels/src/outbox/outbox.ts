import { defineQueue } from "@postern/core/queue";
import { isAdapterOf } from "../adapter.ts";
import { adapters } from "../collections.ts";
import { group } from "../group.ts";
import { keyOf } from "../names.ts";
import { carryOut } from "./carry-out.ts";
import { Entry, Note } from "./entry.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is to go out, in the order of each conversation. */
export const outbox = defineQueue(group, "outbox", {
  one: "entry",
  entry: Entry,
  note: Note,
  about: { field: "adapter", of: ({ adapter }) => adapter },
  // As the adapter itself; what was to go out by one that is removed is for admins.
  async visible({ caller, store }, { adapter: id }, right) {
    const adapter = await store.get(adapters, id);
    return adapter !== undefined && isAdapterOf(caller, adapter, right);
  },
  lane: ({ adapter, place }) => `${adapter} ${keyOf(place)}`,
  backoff: [SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  // What a runner that died has left is taken up by the next one after this: nobody waits long for an answer.
  lease: 15 * SECOND,
  // Most of it is waiting for platforms, and one that is slow must not hold up the others.
  concurrency: 64,
  share: { of: ({ adapter }) => adapter, most: 24 },
  // Above what one sending may take; a text of many parts is put down in between.
  timeout: 10 * MINUTE,
  handle: carryOut,
});
