import { defineQueue } from "@postern/kit/queue";
import { isAdapterOf } from "../adapter.ts";
import { adapters } from "../collections.ts";
import { group } from "../group.ts";
import { keyOf } from "../names.ts";
import { Entry, Note } from "./entry.ts";
import { perform } from "./perform.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Messages to send, in the order of each conversation. */
export const outbox = defineQueue(group, "outbox", {
  one: "entry",
  entry: Entry,
  columns: { does: ["plain", 1], place: ["plain", 2], adapter: ["id", 2], chatId: ["id", 3], messageId: ["id", 3] },
  note: Note,
  about: { field: "adapter", of: ({ adapter }) => adapter },
  // Visible like the adapter itself. Entries of removed adapters are only visible to admins.
  async visible({ caller, store }, { adapter: id }, right) {
    const adapter = await store.get(adapters, id);
    return adapter !== undefined && isAdapterOf(caller, adapter, right);
  },
  lane: ({ adapter, place }) => `${adapter} ${keyOf(place)}`,
  backoff: [SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  // Workers mostly wait for platforms, and a slow platform must not block the others.
  concurrency: 64,
  share: { of: ({ adapter }) => adapter, most: 24 },
  // Longer than any single send. A text of many parts is saved in between.
  timeout: 10 * MINUTE,
  handle: perform,
});
