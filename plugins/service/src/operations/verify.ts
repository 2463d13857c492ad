import { defineQuery, T } from "@postern/core";
import { portionsOf } from "@postern/core/storage";
import { group } from "../group.ts";

const MOST_NAMED = 1_000;

export const verify = defineQuery(group, {
  id: "service.verify",
  summary: "Read and check every record of the store",
  description: "A damaged record is left out of every answer; a backup from before it was damaged still has it.",
  input: T.Object({}),
  output: T.Object({
    checked: T.Integer(),
    damaged: T.Integer(),
    keys: T.Array(T.String(), { description: "Encoded keys of damaged records, a thousand of them at most" }),
  }),
  examples: [{ title: "Is everything as it was written", input: {} }],
  async run({ services, signal }) {
    const snapshot = await services.store.snapshot();
    const keys: string[] = [];
    let checked = 0;
    let damaged = 0;
    try {
      for await (const portion of portionsOf(snapshot)) {
        signal.throwIfAborted();
        checked += portion.entries.length + portion.damaged.length;
        damaged += portion.damaged.length;
        keys.push(...portion.damaged.slice(0, MOST_NAMED - keys.length));
      }
    } finally {
      snapshot.release();
    }
    return { checked, damaged, keys };
  },
});
