import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ownConsumerOf, putConsumer } from "../consumer.ts";
import { ConsumerNotFound, ServerFailed } from "../errors.ts";
import { ConsumerId } from "../fields.ts";
import { group } from "../group.ts";
import { provisionDurable, provisionStream, streamStoring } from "../nats/provision.ts";
import { withServer } from "../nats/with-server.ts";

const Result = oneOf("created", "updated", "unchanged");

export const consumersProvision = defineCommand(group, {
  id: "jetstream.consumers.provision",
  summary: "Create the stream and the durable consumer at the server",
  description:
    "A new stream removes messages when they are handled. If the stream or the durable consumer exists, the filter is added to the stream, and filter and limits of the durable consumer are updated. If no stream stores the subject for dead letters, one is created for it, with `_DEAD` after the name.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ id: ConsumerId }),
  output: T.Object({
    stream: described(Result, "Change of the stream"),
    durable: described(Result, "Change of the durable consumer"),
    deadLetters: T.Optional(T.String({ description: "Stream that stores dead letters" })),
  }),
  errors: [ConsumerNotFound, ServerFailed],
  examples: [
    { title: "Create the stream and the durable consumer", input: { id: "consumer_0123456789abcdef01234567" } },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const { stream, durable, filter, servers, deadLetterSubject } = await ownConsumerOf(store, caller, id);
    const server = servers.join(", ");
    const effects = [`changes the stream ${stream} and its durable consumer ${durable} at ${server}`];
    if (deadLetterSubject !== undefined) effects.push(`may create the stream ${stream}_DEAD for ${deadLetterSubject}`);
    return {
      summary: `Create or update the stream ${stream} and its durable consumer ${durable} for ${filter} at ${server}`,
      effects,
    };
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, host, now } = ctx;
    const consumer = await ownConsumerOf(store, caller, id);
    const result = await withServer(host, consumer, async (link) => {
      const manager = await link.manager();
      const { stream: name, filter, deadLetterSubject } = consumer;
      const stream = await provisionStream(manager, { name, subjects: [filter], isQueue: true });
      const durable = await provisionDurable(manager, consumer);
      if (deadLetterSubject === undefined) return { stream, durable };
      const storing = await streamStoring(manager, deadLetterSubject);
      if (storing !== undefined) return { stream, durable, deadLetters: storing };
      await provisionStream(manager, { name: `${name}_DEAD`, subjects: [deadLetterSubject] });
      return { stream, durable, deadLetters: `${name}_DEAD` };
    });
    // Its worker starts again at once, instead of after the delay of its last failure.
    await putConsumer(ctx, { ...consumer, updatedAt: now });
    return result;
  },
});
