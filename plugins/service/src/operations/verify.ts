import { defineQuery, T } from "@postern/core";
import { verifyStore } from "@postern/core/verify";
import { withColumns } from "@postern/kit/paging";
import { group } from "../group.ts";

export const verify = defineQuery(group, {
  id: "service.verify",
  summary: "Verify every record of the store",
  description:
    "Checks each record against its checksum. In the embedded store, each collection is checked against its stored count and digest; with other drivers, records are compared with their indexes. Damaged records are omitted from all responses. To recover them, restore an earlier backup.",
  input: T.Object({}),
  output: T.Object({
    checked: T.Integer({ description: "Number of verified records" }),
    damaged: T.Integer({ description: "Number of damaged records" }),
    keys: T.Array(T.String(), { description: "Encoded keys of damaged records, at most 1,000" }),
    lost: withColumns(
      T.Array(
        T.Object({
          collection: T.String({ description: "Encoded name of the collection or index" }),
          expected: T.Integer({ description: "Expected number of records" }),
          found: T.Integer({ description: "Number of records found" }),
        }),
        {
          description: "Collections and indexes with lost or replaced records",
        },
      ),
      { collection: "text", expected: "plain", found: "plain" },
    ),
    broken: T.Optional(
      T.String({ description: "Reason why the store as a whole is damaged. Restore a backup with `postern restore`" }),
    ),
  }),
  examples: [{ title: "Verify the store", input: {} }],
  run: async ({ services, state, signal }) => {
    const { store } = services;
    // Reads the whole store, if possible in a separate process. Concurrent callers share one run.
    const { keys, lost, ...found } = await state.verifications("all", (stop) => verifyStore(store, stop), signal);
    return { ...found, keys: [...keys], lost: [...lost] };
  },
});
