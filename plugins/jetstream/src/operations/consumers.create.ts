import { defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { isOwnCaller } from "@postern/kit/access";
import { ActionKeyEnded, ActionKeyRefused, checkOperations, issueActionKey } from "@postern/kit/actions";
import { described, withDefault } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { type ConsumerRecord, consumers } from "../collections.ts";
import { assertReachable, markOf } from "../connection.ts";
import { assertNoLoop, putConsumer, showConsumer, toConsumer } from "../consumer.ts";
import { ConnectionUnknown, DeadLetterLoop, ServerRefused, TooManyLinks } from "../errors.ts";
import { consumerCreated } from "../events.ts";
import {
  Label,
  MaxDeliver,
  MaxInFlight,
  Operations,
  ReplySubjects,
  ServerFields,
  StreamName,
  Subject,
  SubjectFilter,
} from "../fields.ts";
import { group } from "../group.ts";
import { MAX_LINKS } from "../link/worker.ts";
import { placeOf } from "../nats/servers.ts";
import { ShownConsumer } from "../schemas.ts";

export const consumersCreate = defineCommand(group, {
  id: "jetstream.consumers.create",
  summary: "Create a consumer that executes commands from JetStream",
  description:
    "The consumer calls operations as its own context, which has no other rights and ends with yours. If your key may only propose an operation, each call waits for approval. The stream and the durable consumer are not created: see jetstream.consumers.provision.",
  properties: ["lasting"],
  input: T.Object({
    label: Label,
    ...ServerFields,
    stream: StreamName,
    durable: withDefault({ ...StreamName, description: "Name of the durable consumer at the server" }, "postern"),
    filter: described(SubjectFilter, "Subjects whose messages are handled, such as postern.commands.>"),
    operations: Operations,
    replySubjects: withDefault(ReplySubjects, ["_INBOX.>"]),
    maxDeliver: withDefault(MaxDeliver, 5),
    maxInFlight: withDefault(MaxInFlight, 16),
    deadLetterSubject: T.Optional(
      described(Subject, "Subject for messages that cannot be handled. Without it they are discarded"),
    ),
  }),
  output: T.Object({ consumer: described(ShownConsumer, "The consumer") }),
  errors: [
    ...[TooManyLinks, ServerRefused, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
    ...[DeadLetterLoop, ActionKeyEnded, ActionKeyRefused],
  ],
  examples: [
    {
      title: "Messages that list bridges",
      input: {
        label: "Commands",
        servers: ["nats://localhost:4222"],
        stream: "COMMANDS",
        filter: "postern.commands.>",
        operations: ["jetstream.bridges.list"],
        deadLetterSubject: "postern.dead",
      },
    },
  ],
  async plan(ctx, { operations, ...settings }) {
    const { store, services, caller } = ctx;
    await assertReachable(ctx, settings);
    markOf(ctx, settings);
    assertNoLoop(settings);
    checkOperations(services.gateway, caller, operations);
    if ((await store.count(consumers, { limit: MAX_LINKS })) >= MAX_LINKS)
      throw TooManyLinks({ what: "consumers", limit: MAX_LINKS });
    const { stream, filter, servers } = settings;
    return {
      summary: `Create a consumer of ${filter} in the stream ${stream} at ${servers.join(", ")} that may call ${operations.join(", ")}`,
    };
  },
  // A connection stays bound to the servers of its first consumer.
  undo: (_ctx, _plan, { connection }) =>
    connection === undefined
      ? ({ consumer }) => ({ operation: "jetstream.consumers.remove", input: { id: consumer.id } })
      : undefined,
  async execute(ctx, _plan, settings) {
    const { store, services, caller, now, id, emit } = ctx;
    const { connection } = settings;
    if (connection !== undefined) await useConnection(ctx, placeOf({ ...settings, connection }));
    const allowed = checkOperations(services.gateway, caller, settings.operations);
    const record: ConsumerRecord = omitUndefined({
      ...{ id: id("consumer_"), status: "enabled" as const, ...settings },
      actsAs: (await issueActionKey(ctx, caller, `NATS ${settings.label}`, allowed)).contextId,
      ...{ contextId: caller.contextId, createdAt: now, updatedAt: now },
      isOwn: (await isOwnCaller(store, caller)) || undefined,
      ...markOf(ctx, settings),
    });
    await putConsumer(ctx, record);
    emit(consumerCreated, { consumer: toConsumer(record) });
    return { consumer: await showConsumer(store, record, now) };
  },
});
