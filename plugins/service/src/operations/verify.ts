import { defineQuery, T } from "@postern/core";
import { group } from "../group.ts";

export const verify = defineQuery(group, {
  id: "service.verify",
  summary: "Read and check every record of the store",
  description:
    "Each record is checked against its checksum, and each collection against the count and digest that the embedded store kept when its records were written; elsewhere records are compared with their indexes. A damaged record is left out of every answer; a backup from before it was damaged still has it.",
  input: T.Object({}),
  output: T.Object({
    checked: T.Integer({ description: "Records that were read" }),
    damaged: T.Integer({ description: "Records that are not what was written" }),
    keys: T.Array(T.String(), { description: "Encoded keys of damaged records, a thousand of them at most" }),
    lost: T.Array(
      T.Object({
        collection: T.String({ description: "Encoded name of the collection, or of one of its indexes" }),
        expected: T.Integer({ description: "Records that were written and not removed" }),
        found: T.Integer({ description: "Records that are there" }),
      }),
      {
        description:
          "Collections and indexes that do not hold what was written: by counts of the embedded store, elsewhere by comparing records with their indexes",
      },
    ),
    broken: T.Optional(
      T.String({ description: "What is wrong with the store as a whole. Restore a backup with `postern restore`" }),
    ),
  }),
  examples: [{ title: "Is everything as it was written", input: {} }],
  run: async ({ services, state, signal }) => {
    const { store } = services;
    // It reads the whole store, in a process of its own where the driver has one: callers who ask at once share that.
    const { keys, lost, ...found } = await state.verifications("all", (stop) => store.verify(stop), signal);
    return { ...found, keys: [...keys], lost: [...lost] };
  },
});
