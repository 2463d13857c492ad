import { defineCommand, keys, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ownConsumerOf, putConsumer, showConsumer, toConsumer } from "../consumer.ts";
import { ConsumerNotFound, ContextEnded } from "../errors.ts";
import { consumerEnabled } from "../events.ts";
import { ConsumerId } from "../fields.ts";
import { group } from "../group.ts";
import { ShownConsumer } from "../schemas.ts";

export const consumersEnable = defineCommand(group, {
  id: "jetstream.consumers.enable",
  summary: "Enable a consumer",
  description: "Messages that arrived while it was disabled are handled. If it is already enabled, nothing changes.",
  properties: ["lasting"],
  input: T.Object({ id: ConsumerId }),
  output: T.Object({ consumer: described(ShownConsumer, "The consumer") }),
  errors: [ConsumerNotFound, ContextEnded],
  examples: [{ title: "Enable a consumer", input: { id: "consumer_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id }) {
    const { actsAs } = await ownConsumerOf(store, caller, id);
    if (!(await keys.chainOf(store, actsAs, now))) throw ContextEnded({ contextId: actsAs });
    return { summary: `Enable ${id}` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { status } = await ownConsumerOf(store, caller, id);
    return status === "disabled" ? { operation: "jetstream.consumers.disable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, now, emit } = ctx;
    const before = await ownConsumerOf(store, caller, id);
    if (before.status === "enabled") return { consumer: await showConsumer(store, before, now) };
    const { statusReason: _, ...rest } = before;
    const record = { ...rest, status: "enabled" as const, updatedAt: now };
    await putConsumer(ctx, record);
    emit(consumerEnabled, { consumer: toConsumer(record) });
    return { consumer: await showConsumer(store, record, now) };
  },
});
