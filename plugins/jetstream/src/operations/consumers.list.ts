import { defineQuery, T } from "@postern/core";
import { canAccessCreated, isGranted } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { filtered, listOf, namedSource, nameField } from "@postern/kit/paging";
import { type ConsumerRecord, consumers } from "../collections.ts";
import { showConsumer } from "../consumer.ts";
import { group } from "../group.ts";
import { ShownConsumer, Status } from "../schemas.ts";

const Consumers = listOf("consumers", ShownConsumer, {
  id: "id",
  label: "text",
  status: "status",
  state: "status",
  stream: "plain",
  handled: ["plain", 1],
  dead: ["plain", 1],
  operations: ["text", 2],
});

export const consumersList = defineQuery(group, {
  id: "jetstream.consumers.list",
  summary: "List your consumers, newest first",
  description: "Optionally filter by status.",
  input: T.Object({
    name: nameField("label"),
    status: T.Optional(described(Status, "Only consumers with this status")),
    ...Consumers.fields,
  }),
  output: Consumers.output,
  narrowed: true,
  examples: [{ title: "Disabled consumers", input: { status: "disabled" } }],
  run({ store, caller, now }, { name, status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const isSeen = ({ id, contextId }: ConsumerRecord) =>
      isGranted(caller, "jetstream:read", id, "jetstream.consumers.list") &&
      canAccessCreated(store.unchecked, caller, contextId);
    const source =
      name === undefined
        ? filtered(store.unchecked, consumers, { ...place, reverse: true }, isSeen)
        : namedSource(
            store.unchecked,
            consumers,
            { name, by: ["byName"], idPrefix: "consumer_" },
            (consumer) => (status === undefined || consumer.status === status) && isSeen(consumer),
          );
    return Consumers.answer(page, source, (consumer) => showConsumer(store, consumer, now));
  },
});
