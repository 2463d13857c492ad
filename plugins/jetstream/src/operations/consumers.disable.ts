import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { disableConsumer, ownConsumerOf, showConsumer } from "../consumer.ts";
import { ConsumerNotFound } from "../errors.ts";
import { ConsumerId } from "../fields.ts";
import { group } from "../group.ts";
import { ShownConsumer } from "../schemas.ts";

export const consumersDisable = defineCommand(group, {
  id: "jetstream.consumers.disable",
  summary: "Disable a consumer",
  description: "Its messages wait in the stream. If it is already disabled, nothing changes.",
  properties: ["restricts"],
  input: T.Object({ id: ConsumerId }),
  output: T.Object({ consumer: described(ShownConsumer, "The consumer") }),
  errors: [ConsumerNotFound],
  examples: [{ title: "Disable a consumer", input: { id: "consumer_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    await ownConsumerOf(store, caller, id);
    return { summary: `Disable ${id}` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { status } = await ownConsumerOf(store, caller, id);
    return status === "enabled" ? { operation: "jetstream.consumers.enable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, now } = ctx;
    await ownConsumerOf(store, caller, id);
    await disableConsumer(ctx, id, "asked");
    return { consumer: await showConsumer(store, await ownConsumerOf(store, caller, id), now) };
  },
});
