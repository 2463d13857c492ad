import { definePlugin, type Logger } from "@postern/core";
import { createDrain } from "./drain.ts";
import { group } from "./group.ts";
import { createCountPerKey } from "./per-key.ts";
import { mcp } from "./route.ts";
import type { Answerer } from "./state.ts";

/** Serves the Model Context Protocol at `/mcp`. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ log, services }) {
    const drain = createDrain();
    services.drainables?.register(drain);
    return {
      state: {
        answerer: openLater(log),
        lists: new Map(),
        streams: createCountPerKey("open streams"),
        waits: createCountPerKey("calls that wait for events"),
        bodies: { held: 0 },
        drain,
      },
    };
  },
  start:
    ({ state }) =>
    () =>
      state.answerer.close(),
  routes: [mcp],
});

function openLater(log: Logger) {
  let opening: Promise<Answerer> | undefined;
  return {
    open() {
      opening ??= import("./answer.ts").then(({ createAnswerer }) => createAnswerer(log));
      return opening;
    },
    close: async () => (await opening)?.close(),
  };
}
