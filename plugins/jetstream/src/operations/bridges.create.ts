import { defineCommand, omitUndefined, oneOf, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { isOwnCaller } from "@postern/kit/access";
import { assertKnownTypes, readableTypes } from "@postern/kit/cloudevents";
import { described, withDefault } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { putBridge, showBridge, toBridge } from "../bridge.ts";
import { type BridgeRecord, bridges, cursors, origin } from "../collections.ts";
import { assertReachable, markOf } from "../connection.ts";
import { ConnectionUnknown, ServerRefused, TooManyLinks, TypeNotFound } from "../errors.ts";
import { bridgeCreated } from "../events.ts";
import { AllowUnknown, Label, ServerFields, StreamName, SubjectTemplate, Types } from "../fields.ts";
import { group } from "../group.ts";
import { MAX_LINKS } from "../link/worker.ts";
import { placeOf } from "../nats/servers.ts";
import { ShownBridge } from "../schemas.ts";

export const bridgesCreate = defineCommand(group, {
  id: "jetstream.bridges.create",
  summary: "Create a bridge that publishes events to JetStream",
  description:
    "Events are published as long as the caller's context may read them. The stream is not created: see jetstream.bridges.provision.",
  properties: ["lasting"],
  input: T.Object({
    label: Label,
    ...ServerFields,
    stream: StreamName,
    subject: withDefault(SubjectTemplate, "postern.events.{type}"),
    types: Types,
    from: withDefault(
      described(oneOf("now", "beginning"), "Where to start: with new events, or with the oldest kept event"),
      "now",
    ),
    allowUnknown: AllowUnknown,
  }),
  output: T.Object({ bridge: described(ShownBridge, "The bridge") }),
  errors: [TooManyLinks, TypeNotFound, ServerRefused, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  examples: [
    {
      title: "Events about bridges, to a server on this machine",
      input: {
        label: "Local stream",
        servers: ["nats://localhost:4222"],
        stream: "EVENTS",
        types: ["jetstream.**"],
      },
    },
  ],
  async plan(ctx, { types, allowUnknown, stream, ...settings }) {
    const { store, services, caller } = ctx;
    await assertReachable(ctx, settings);
    markOf(ctx, settings);
    if (!allowUnknown) assertKnownTypes(services.gateway.manifest, types, TypeNotFound);
    if ((await store.count(bridges, { limit: MAX_LINKS })) >= MAX_LINKS)
      throw TooManyLinks({ what: "bridges", limit: MAX_LINKS });
    const events = readableTypes(caller, services.gateway.manifest, types);
    return {
      summary: `Create a bridge to the stream ${stream} at ${settings.servers.join(", ")} for ${events.length} event types that this key may read`,
      events,
    };
  },
  // A connection stays bound to the servers of its first bridge.
  undo: (_ctx, _plan, { connection }) =>
    connection === undefined
      ? ({ bridge }) => ({ operation: "jetstream.bridges.remove", input: { id: bridge.id } })
      : undefined,
  async execute(ctx, _plan, { from, allowUnknown: _, ...settings }) {
    const { store, caller, now, number, id, emit } = ctx;
    const { connection } = settings;
    if (connection !== undefined) await useConnection(ctx, placeOf({ ...settings, connection }));
    if ((await store.read(origin)) === undefined) store.write(origin, id("gw_"));
    const record: BridgeRecord = omitUndefined({
      ...{ id: id("bridge_"), status: "enabled" as const, ...settings },
      ...{ contextId: caller.contextId, createdAt: now, updatedAt: now },
      isOwn: (await isOwnCaller(store, caller)) || undefined,
      ...markOf(ctx, settings),
    });
    await putBridge(ctx, record);
    // The event below is the first of this commit.
    const start = from === "now" ? { number, place: 1 } : { number: 0, place: 0 };
    await store.put(cursors, { id: record.id, ...start, published: 0, withoutData: 0 });
    emit(bridgeCreated, { bridge: toBridge(record) });
    return { bridge: await showBridge(store, record, now) };
  },
});
