import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns, withView } from "@postern/kit/paging";
import { group } from "../group.ts";
import { healthIn } from "../health.ts";
import { pluginsIn } from "../plugin-state.ts";
import { CheckStatus, IndexBuild, LastError, Problem, QueueStatus, State, Store, Streams } from "../schemas.ts";

export const status = defineQuery(group, {
  id: "service.status",
  summary: "Show the status of the gateway",
  description:
    "Includes the store, plugins, queues, event streams, the status of groups with checks (such as channels and agents), and problems with commands that help.",
  input: T.Object({}),
  output: withView(
    T.Object({
      status: described(oneOf("ok", "degraded"), "Status of the gateway: `degraded` if a problem is an error"),
      version: T.String({ description: "Version of Postern" }),
      interface: T.String({
        description: "Digest of the interface, which changes with every change of an operation, event or error",
      }),
      host: T.String({ description: "Machine of the gateway that answers" }),
      startedAt: T.Integer({ description: "Start time, Unix milliseconds" }),
      uptime: T.Integer({ description: "Time since the start, in milliseconds" }),
      store: described(Store, "Store"),
      queues: withColumns(T.Array(QueueStatus, { description: "Queues and event consumers" }), {
        name: "plain",
        waiting: "plain",
        running: "plain",
        dead: "plain",
        trouble: ["text", 1],
      }),
      indexes: withColumns(T.Array(IndexBuild, { description: "Indexes built since the start" }), {
        plugin: "plain",
        state: "status",
        records: "plain",
        durationMs: ["duration", 1],
        indexes: ["text", 2],
      }),
      streams: T.Optional(described(Streams, "Event streams")),
      plugins: withColumns(
        T.Array(
          T.Object({
            id: T.String({ description: "Id of the plugin" }),
            state: described(State, "State of the plugin"),
            reason: T.Optional(T.String({ description: "Reason for the state" })),
          }),
          { description: "Plugins" },
        ),
        { id: "plain", state: "status", reason: ["text", 1] },
      ),
      checks: T.Array(CheckStatus, { description: "Status of the groups that have checks" }),
      lastErrors: T.Array(LastError, { description: "The last errors that groups report, also if it works again" }),
      problems: T.Array(Problem, { description: "Problems, the most severe first" }),
    }),
    {
      kind: "status",
      status: "status",
      facts: [
        { name: "version", path: "version", renderer: "plain" },
        { name: "uptime", path: "uptime", renderer: "duration" },
        { name: "store", path: "store.driver", renderer: "plain" },
        { name: "store fault", path: "store.degraded", renderer: "text" },
      ],
      plugins: "plugins",
      queues: "queues",
      checks: "checks",
      errors: "lastErrors",
      problems: "problems",
    },
  ),
  examples: [{ title: "Status of the gateway", input: {} }],
  async run({ services: { gateway, journal }, store: { unchecked }, config: { data }, state, caller, now }) {
    const streams = state.openRequests.streams();
    const store = { ...gateway.store(), damaged: gateway.damaged().length };
    const plugins = pluginsIn(gateway).map(({ id, state, error }) => ({ id, state, ...(error && { reason: error }) }));
    const { status, checks, lastErrors, problems } = await healthIn({
      ...{ gateway, journal, store: unchecked, data, now },
      registry: state.registry,
      isAdmin: caller.isAdmin,
    });
    return {
      status,
      version: gateway.version,
      interface: gateway.manifest.digest,
      host: gateway.host,
      startedAt: gateway.startedAt,
      // The clock may have been set back.
      uptime: Math.max(0, now - gateway.startedAt),
      store,
      queues: await gateway.workers(),
      indexes: gateway.indexes().map((build) => ({ ...build, indexes: [...build.indexes] })),
      ...(streams && { streams }),
      plugins,
      checks,
      lastErrors,
      problems,
    };
  },
});
