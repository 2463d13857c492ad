import { createShares, definePlugin, type Logger } from "@postern/core";
import { createDrain } from "./drain.ts";
import { group } from "./group.ts";
import { createPlaces } from "./places.ts";
import { mcp } from "./route.ts";
import type { Answerer } from "./state.ts";

/** Maximum total size of the bodies in progress, in bytes. A single one is always accepted. */
const MAX_BODIES = 64 * 2 ** 20;

/** Serves the Model Context Protocol at `/mcp`. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ config, log, services }) {
    const drain = createDrain();
    services.drainables?.register(drain);
    return {
      state: {
        answerer: openLater(log),
        lists: new Map(),
        streams: createPlaces("open streams", { all: config.streams, perKey: config.streamsPerKey }),
        waits: createPlaces("calls that wait for events", { all: config.waits, perKey: config.waitsPerKey }),
        bodies: createShares(MAX_BODIES, "Too many large bodies are in progress. Try again."),
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
