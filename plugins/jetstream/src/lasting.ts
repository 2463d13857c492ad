import { type LastingSource, listedBy } from "@postern/kit/access";
import { bridges, consumers } from "./collections.ts";

const bridgesOf = listedBy(bridges, "byContext", ({ id, label }) => ({
  ...{ type: "JetStream bridge", id, name: label, afterwards: "ends" },
}));
const consumersOf = listedBy(consumers, "byContext", ({ id, label }) => ({
  ...{ type: "JetStream consumer", id, name: label, afterwards: "ends" },
}));

/** The bridges and consumers that a context has set up. */
export const setUpItems: LastingSource = {
  group: "jetstream",
  find: async (store, contextId, limit) =>
    [...(await bridgesOf(store, contextId, limit)), ...(await consumersOf(store, contextId, limit))].slice(0, limit),
};
