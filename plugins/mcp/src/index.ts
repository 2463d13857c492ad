import { createMcpHandler } from "@modelcontextprotocol/server";
import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { createCountPerKey } from "./per-key.ts";
import { mcp } from "./route.ts";
import { createServer } from "./server.ts";
import { makeTools } from "./tools/made.ts";

/** Serves the Model Context Protocol at `/mcp`. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup: ({ log }) => ({
    state: {
      handler: createMcpHandler(createServer, {
        onerror: (error) => log.debug({ error: error.message }, "A message of an MCP client was refused"),
      }),
      lists: new Map(),
      streams: createCountPerKey("open streams"),
      waits: createCountPerKey("calls that wait for events"),
      bodies: { held: 0 },
    },
  }),
  start({ state, manifest, signal }) {
    void makeTools(manifest, signal);
    return () => state.handler.close();
  },
  routes: [mcp],
});
