import { defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { assertKnownTypes } from "@postern/kit/cloudevents";
import { described, restoring } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { ownBridgeOf, putBridge, showBridge, toBridge } from "../bridge.ts";
import type { BridgeRecord } from "../collections.ts";
import { assertNamedAgain, assertReachable, markOf } from "../connection.ts";
import { BridgeNotFound, ConnectionUnknown, ServerRefused, TypeNotFound } from "../errors.ts";
import { bridgeUpdated } from "../events.ts";
import { AllowUnknown, BridgeId, Label, ServerFields, StreamName, SubjectTemplate, Types } from "../fields.ts";
import { group } from "../group.ts";
import { assertServers, placeOf } from "../nats/servers.ts";
import { ShownBridge } from "../schemas.ts";

export const bridgesUpdate = defineCommand(group, {
  id: "jetstream.bridges.update",
  summary: "Update the server, stream, subjects, event types or label of a bridge",
  description: "Omitted fields stay unchanged, like the cursor.",
  properties: ["lasting"],
  input: T.Object({
    id: BridgeId,
    label: T.Optional(Label),
    ...ServerFields,
    servers: T.Optional(ServerFields.servers),
    stream: T.Optional(StreamName),
    subject: T.Optional(SubjectTemplate),
    types: T.Optional(Types),
    allowUnknown: AllowUnknown,
  }),
  output: T.Object({ bridge: described(ShownBridge, "The bridge") }),
  errors: [BridgeNotFound, TypeNotFound, ServerRefused, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  examples: [
    { title: "Change the event types", input: { id: "bridge_0123456789abcdef01234567", types: ["chats.**"] } },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, types = [], allowUnknown, ...given }) {
    const before = await ownBridgeOf(ctx.store, ctx.caller, id);
    const after = { ...before, ...omitUndefined(given) };
    assertNamedAgain(before, after, given.connection !== undefined);
    if (given.connection === undefined) assertServers(after);
    else await assertReachable(ctx, after);
    if (given.servers) markOf(ctx, after, before);
    if (!allowUnknown) assertKnownTypes(ctx.services.gateway.manifest, types, TypeNotFound);
    return {
      summary: `Update ${id}, which publishes to the stream ${after.stream} at ${after.servers.join(", ")}`,
      updatedAt: before.updatedAt,
    };
  },
  async undo({ store, caller }, _plan, { id, allowUnknown: _, ...given }) {
    // A connection stays bound to its servers.
    if (given.connection !== undefined) return undefined;
    const fields = restoring(given, await ownBridgeOf(store, caller, id), { plain: false, ca: "" });
    return fields && { operation: "jetstream.bridges.update", input: { id, ...fields, allowUnknown: true } };
  },
  async execute(ctx, _plan, { id, allowUnknown: _, ...given }) {
    const { store, caller, now, emit } = ctx;
    const before = await ownBridgeOf(store, caller, id);
    const after: BridgeRecord = { ...before, ...omitUndefined(given), updatedAt: now };
    const { isPrivate: _mark, ...rest } = after;
    const record = given.servers ? { ...rest, ...markOf(ctx, after, before) } : after;
    if (given.connection !== undefined) await useConnection(ctx, placeOf({ ...record, connection: given.connection }));
    await putBridge(ctx, record);
    emit(bridgeUpdated, { bridge: toBridge(record) });
    return { bridge: await showBridge(store, record, now) };
  },
});
