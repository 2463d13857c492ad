import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ownConsumerOf, showConsumer } from "../consumer.ts";
import { ConsumerNotFound } from "../errors.ts";
import { ConsumerId } from "../fields.ts";
import { group } from "../group.ts";
import { ShownConsumer } from "../schemas.ts";

export const consumersShow = defineQuery(group, {
  id: "jetstream.consumers.show",
  summary: "Show a consumer with its connection and its progress",
  input: T.Object({ id: ConsumerId }),
  output: T.Object({ consumer: described(ShownConsumer, "The consumer") }),
  errors: [ConsumerNotFound],
  examples: [{ title: "Show a consumer", input: { id: "consumer_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  run: async ({ store, caller, now }, { id }) => ({
    consumer: await showConsumer(store, await ownConsumerOf(store, caller, id), now),
  }),
});
