import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ownBridgeOf, putBridge } from "../bridge.ts";
import { BridgeNotFound, ServerFailed } from "../errors.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";
import { provisionStream } from "../nats/provision.ts";
import { filterOf } from "../nats/subject.ts";
import { withServer } from "../nats/with-server.ts";

const DAY = 24 * 60 * 60 * 1_000;

export const bridgesProvision = defineCommand(group, {
  id: "jetstream.bridges.provision",
  summary: "Create the stream of a bridge at the server",
  description:
    "If the stream exists, the subjects of the bridge that it does not store are added, and nothing else is changed.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    id: BridgeId,
    maxAgeMs: T.Optional(
      T.Integer({
        minimum: 60_000,
        maximum: 3_650 * DAY,
        description: "Milliseconds for which messages of a new stream are kept; without a limit by default",
      }),
    ),
    maxBytes: T.Optional(
      T.Integer({
        minimum: 2 ** 20,
        description: "Bytes above which the oldest messages of a new stream are deleted; without a limit by default",
      }),
    ),
    replicas: T.Optional(
      T.Integer({ minimum: 1, maximum: 5, description: "Number of servers that store a new stream; 1 by default" }),
    ),
  }),
  output: T.Object({
    stream: T.String({ description: "Name of the stream" }),
    result: described(oneOf("created", "updated", "unchanged"), "Change of the stream"),
  }),
  errors: [BridgeNotFound, ServerFailed],
  examples: [
    { title: "Keep events for a week", input: { id: "bridge_0123456789abcdef01234567", maxAgeMs: 604_800_000 } },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const { stream, subject, servers } = await ownBridgeOf(store, caller, id);
    const filter = filterOf(subject);
    const server = servers.join(", ");
    return {
      summary: `Create the stream ${stream} with the subjects ${filter} at ${server}, or add them to it`,
      effects: [`changes the stream ${stream} at ${server}`],
    };
  },
  async execute(ctx, _plan, { id, maxAgeMs, maxBytes, replicas }) {
    const { store, caller, host, now } = ctx;
    const bridge = await ownBridgeOf(store, caller, id);
    const limits = {
      ...(maxAgeMs !== undefined && { maxAgeMs }),
      ...(maxBytes !== undefined && { maxBytes }),
      ...(replicas !== undefined && { replicas }),
    };
    const wanted = { name: bridge.stream, subjects: [filterOf(bridge.subject)] };
    const result = await withServer(host, bridge, async (link) =>
      provisionStream(await link.manager(), wanted, limits),
    );
    // Its worker starts again at once, instead of after the delay of its last failure.
    await putBridge(ctx, { ...bridge, updatedAt: now });
    return { stream: bridge.stream, result };
  },
});
