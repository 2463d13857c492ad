import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { pluginsIn } from "../plugin-state.ts";
import { Duty, IndexBuild, State, Store, Streams } from "../schemas.ts";

export const status = defineQuery(group, {
  id: "service.status",
  summary: "Tell how the gateway is doing",
  description: "The answer covers the store, plugins, queues and event streams.",
  input: T.Object({}),
  output: T.Object({
    status: described(oneOf("ok", "degraded"), "Its status"),
    version: T.String({ description: "Of the kernel" }),
    interface: T.String({ description: "Changes whenever an operation, an event or an error does" }),
    startedAt: T.Integer({ description: "Unix milliseconds" }),
    uptime: T.Integer({ description: "Milliseconds since the start" }),
    store: described(Store, "The store"),
    queues: T.Array(Duty, { description: "Work that goes on by itself: queues, and followers of events" }),
    indexes: T.Array(IndexBuild, { description: "Indexes that had to be built at this start" }),
    streams: T.Optional(described(Streams, "Clients that follow events")),
    plugins: T.Array(
      T.Object({
        id: T.String({ description: "Its id" }),
        state: described(State, "Its state"),
        reason: T.Optional(T.String({ description: "Why, in one sentence" })),
      }),
      { description: "The plugins of this page" },
    ),
  }),
  examples: [{ title: "Is all well", input: {} }],
  async run({ services: { gateway, streams }, now }) {
    const store = { ...gateway.store(), damaged: gateway.damaged().length };
    const plugins = pluginsIn(gateway).map(({ id, state, error }) => ({ id, state, ...(error && { reason: error }) }));
    const isWell =
      store.degraded === undefined && store.damaged === 0 && plugins.every(({ state }) => state === "running");
    return {
      status: isWell ? ("ok" as const) : ("degraded" as const),
      version: gateway.version,
      interface: gateway.manifest.digest,
      startedAt: gateway.startedAt,
      // The clock may have been set back.
      uptime: Math.max(0, now - gateway.startedAt),
      store,
      queues: await gateway.workers(),
      indexes: gateway.indexes().map((build) => ({ ...build, indexes: [...build.indexes] })),
      ...(streams && { streams: { open: streams.open(), cutOff: streams.cutOff() } }),
      plugins,
    };
  },
});
