import { type Caller, defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { creatorOf, limitedBy } from "@postern/kit/access";
import { ActionKeyEnded, changeActionKey, checkOperations } from "@postern/kit/actions";
import { described, restoring } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import type { ConsumerRecord } from "../collections.ts";
import { assertNamedAgain, assertReachable, markOf } from "../connection.ts";
import { assertNoLoop, ownConsumerOf, putConsumer, showConsumer, toConsumer } from "../consumer.ts";
import { ConnectionUnknown, ConsumerNotFound, ContextEnded, DeadLetterLoop, ServerRefused } from "../errors.ts";
import { consumerUpdated } from "../events.ts";
import {
  ConsumerId,
  Label,
  MaxDeliver,
  MaxInFlight,
  Operations,
  ReplySubjects,
  ServerFields,
  Subject,
  SubjectFilter,
} from "../fields.ts";
import { group } from "../group.ts";
import type { Executing, Planning } from "../host.ts";
import { assertServers, placeOf } from "../nats/servers.ts";
import { ShownConsumer } from "../schemas.ts";

export const consumersUpdate = defineCommand(group, {
  id: "jetstream.consumers.update",
  summary: "Update the server, filter, operations or limits of a consumer",
  description:
    "Omitted fields stay unchanged. Operations are limited by the rights of the consumer's creator. After a change of the filter or of `maxInFlight`, run jetstream.consumers.provision.",
  properties: ["lasting"],
  input: T.Object({
    id: ConsumerId,
    label: T.Optional(Label),
    ...ServerFields,
    servers: T.Optional(ServerFields.servers),
    filter: T.Optional(described(SubjectFilter, "Subjects whose messages are handled")),
    operations: T.Optional(Operations),
    replySubjects: T.Optional(ReplySubjects),
    maxDeliver: T.Optional(MaxDeliver),
    maxInFlight: T.Optional(MaxInFlight),
    deadLetterSubject: T.Optional(described(Subject, "Subject to which dead letters are published")),
  }),
  output: T.Object({ consumer: described(ShownConsumer, "The consumer") }),
  errors: [
    ...[ConsumerNotFound, ContextEnded, ActionKeyEnded, DeadLetterLoop],
    ...[ServerRefused, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  ],
  examples: [
    { title: "Deliver at most ten times", input: { id: "consumer_0123456789abcdef01234567", maxDeliver: 10 } },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, operations, ...given }) {
    const before = await ownConsumerOf(ctx.store, ctx.caller, id);
    const after = { ...before, ...omitUndefined(given) };
    assertNoLoop(after);
    assertNamedAgain(before, after, given.connection !== undefined);
    if (given.connection === undefined) assertServers(after);
    else await assertReachable(ctx, after);
    if (given.servers) markOf(ctx, after, before);
    if (operations) checkOperations(ctx.services.gateway, await ownerOf(ctx, before), operations);
    return {
      summary: `Update ${id}, which handles ${after.filter} at ${after.servers.join(", ")}`,
      updatedAt: before.updatedAt,
    };
  },
  async undo({ store, caller }, _plan, { id, ...given }) {
    // A connection stays bound to its servers.
    if (given.connection !== undefined) return undefined;
    const fields = restoring(given, await ownConsumerOf(store, caller, id), { plain: false, ca: "" });
    return fields && { operation: "jetstream.consumers.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, ...given }) {
    const { store, services, caller, now, emit } = ctx;
    const before = await ownConsumerOf(store, caller, id);
    const after: ConsumerRecord = { ...before, ...omitUndefined(given), updatedAt: now };
    const { isPrivate: _mark, ...rest } = after;
    const record = given.servers ? { ...rest, ...markOf(ctx, after, before) } : after;
    if (given.connection !== undefined) await useConnection(ctx, placeOf({ ...record, connection: given.connection }));
    if (given.operations) {
      const owner = await ownerOf(ctx, before);
      const allowed = checkOperations(services.gateway, owner, given.operations);
      await changeActionKey(ctx, before.actsAs, owner, allowed);
    }
    await putConsumer(ctx, record);
    emit(consumerUpdated, { consumer: toConsumer(record) });
    return { consumer: await showConsumer(store, record, now) };
  },
});

/** The context that created a consumer, whose rights limit what it may call, whoever changes it. */
async function ownerOf({ store, caller, now }: Planning | Executing, consumer: ConsumerRecord): Promise<Caller> {
  const owner = await creatorOf(store, consumer, now);
  if (!owner) throw ContextEnded({ contextId: consumer.contextId });
  return limitedBy(owner, caller);
}
