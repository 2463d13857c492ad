import { defineCommand, keys, T } from "@postern/core";
import { changes, consumers, runs } from "../collections.ts";
import { ownConsumerOf } from "../consumer.ts";
import { ConsumerNotFound } from "../errors.ts";
import { consumerRemoved } from "../events.ts";
import { ConsumerId } from "../fields.ts";
import { group } from "../group.ts";

export const consumersRemove = defineCommand(group, {
  id: "jetstream.consumers.remove",
  summary: "Remove a consumer and revoke its context",
  description:
    "A removed consumer cannot be restored. The durable consumer and its messages stay at the server. A new consumer would execute redelivered messages.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: ConsumerId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the consumer was removed" }) }),
  errors: [ConsumerNotFound],
  examples: [{ title: "Remove a consumer", input: { id: "consumer_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const { label, stream, updatedAt } = await ownConsumerOf(store, caller, id);
    return { summary: `Remove ${JSON.stringify(label)}, which handles messages of the stream ${stream}`, updatedAt };
  },
  async execute({ store, caller, now, stamp, emit }, _plan, { id }) {
    const { contextId, actsAs } = await ownConsumerOf(store, caller, id);
    await keys.revoke(store, actsAs, now);
    await store.delete(consumers, id);
    await store.delete(runs, id);
    store.write(changes, stamp);
    emit(consumerRemoved, { consumerId: id, contextId });
    return { removed: true };
  },
});
