import { defineQuery, T } from "@postern/core";
import { CloudEvent, cloudEventOf, eventVisibility } from "@postern/kit/cloudevents";
import { withColumns } from "@postern/kit/paging";
import { EventNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { traceOf } from "../trace/find.ts";

export const trace = defineQuery(group, {
  id: "events.trace",
  summary: "Show the chain of events around an event or a message",
  description:
    "From the first event, such as a message, to the last effect: turns, tool calls, approvals and queue entries refer to their cause. Returns only events that the key may see.",
  input: T.Object({
    of: T.String({
      minLength: 1,
      maxLength: 128,
      pattern: "^[A-Za-z0-9][A-Za-z0-9._~:@-]*$",
      description: "Id of an event, of a message, or of the run of a schedule",
    }),
  }),
  output: T.Object({
    events: withColumns(T.Array(CloudEvent, { description: "The events of the chain, oldest first" }), {
      time: "time",
      causationdepth: "plain",
      type: "text",
      subject: ["id", 1],
      actor: ["id", 2],
      causationid: ["id", 2],
      id: "plain",
    }),
    more: T.Boolean({ description: "Whether the chain has more events than shown" }),
  }),
  errors: [EventNotFound],
  examples: [{ title: "Effects of an event", input: { of: "26.1" } }],
  async run({ store, caller, services: { journal, gateway } }, { of }) {
    const sight = eventVisibility(gateway);
    const { events, isCut } = await traceOf({ store: store.unchecked, journal, sight, caller }, of);
    if (events.length === 0) throw EventNotFound({ of });
    return { events: events.map((event) => cloudEventOf(event, sight.topicOf(event.type))), more: isCut };
  },
});
