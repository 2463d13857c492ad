import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { batch } from "./route.ts";
import { createState } from "./state.ts";

export type { Line } from "./schemas.ts";

/** Many calls in one request. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup: () => ({ state: createState() }),
  start:
    ({ state }) =>
    async () => {
      const streams = [...state.open];
      for (const stream of streams) stream.stop();
      await Promise.all(streams.map(({ finished }) => finished));
    },
  routes: [batch],
});
