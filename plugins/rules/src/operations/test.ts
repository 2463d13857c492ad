import { defineQuery, type GatewayEvent, gatewayErrors, isGatewayError, T } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { renderInput } from "@postern/kit/actions";
import { anyTypeMatcher, eventVisibility } from "@postern/kit/cloudevents";
import { described, needsOne } from "@postern/kit/fields";
import type { RuleRecord } from "../collections.ts";
import { EventNotFound, FilterInvalid, RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { type EventView, viewOf } from "../filter/view.ts";
import { group } from "../group.ts";
import type { Planning } from "../host.ts";
import { readEvent } from "../kept-event.ts";
import { placeOf } from "../place.ts";
import { ownRule } from "../rule.ts";
import { FilterText, RuleId } from "../schemas.ts";
import { isWatched } from "../watched.ts";

const Sample = T.Object(
  {
    type: T.String({ minLength: 1, maxLength: 256, description: "Event type" }),
    subject: T.Optional(T.String({ maxLength: 256, description: "Id of the record that it is about" })),
    actor: T.Optional(T.String({ maxLength: 256, description: "Id of the context that caused it; yours by default" })),
    data: T.Unknown({ description: "Data of the event" }),
  },
  { additionalProperties: false, description: "Event to compare with, which need not have happened" },
);

const isTrue = (description: string) => T.Optional(T.Boolean({ description }));

export const test = defineQuery(group, {
  id: "rules.test",
  summary: "Test whether a rule or filter matches an event",
  description:
    "Shows the input that the operation would get. Nothing is run. With both a rule and a filter, the filter is used instead of the rule's.",
  input: T.Object(
    {
      rule: T.Optional(RuleId),
      filter: T.Optional(described(FilterText, "Expression to test, instead of the rule's")),
      eventId: T.Optional(
        T.String({
          pattern: "^[0-9]{1,16}\\.[0-9]{1,9}$",
          description: "Id of an event that has happened, like 123.1",
        }),
      ),
      event: T.Optional(Sample),
    },
    needsOne(["eventId"], ["event"]),
  ),
  output: T.Object({
    isMatch: T.Boolean({ description: "Whether the event matches" }),
    isOfType: isTrue("Whether the type is one of the rule's"),
    isVisible: isTrue("Whether the rule may see the event; absent for an event that has not happened"),
    isFiltered: isTrue("Whether the filter is true"),
    error: T.Optional(T.String({ description: "Why the filter fails for this event" })),
    input: T.Optional(
      T.Record(T.String(), T.Unknown(), { description: "Input that the operation of the rule would get" }),
    ),
    inputError: T.Optional(T.String({ description: "Why the operation would get no input" })),
  }),
  errors: [RuleNotFound, RuleAmbiguous, FilterInvalid, EventNotFound],
  examples: [
    {
      title: "A filter with your own event",
      input: {
        filter: 'event.data.kind == "guest" && event.data.amount > 100',
        event: { type: "shop.order.created", data: { kind: "guest", amount: 150 } },
      },
    },
  ],
  resource: ({ rule }) => rule,
  async run(ctx, { rule: text, filter: expression, eventId, event: sample }) {
    if (text === undefined && expression === undefined) {
      const message = "is required if there is no filter";
      throw gatewayErrors.InvalidInput({ issues: [{ path: "/rule", code: "required", message }] });
    }
    const rule = text === undefined ? undefined : await ownRule(ctx, text);
    const event = eventId === undefined ? sampleOf(ctx, sample) : await visibleEvent(ctx, eventId);
    const view = viewOf(event);
    const used = expression || rule?.on.filter;
    const tested = used ? (await ctx.state.language()).compile(used).test(view) : undefined;
    const isOfType = rule && isWatched(event.type) && anyTypeMatcher(rule.on.types)(event.type);
    const isVisible = rule && eventId !== undefined ? await isSeenBy(ctx, rule, event) : undefined;
    return {
      isMatch: isOfType !== false && isVisible !== false && tested?.isMatch !== false,
      ...(isOfType !== undefined && { isOfType }),
      ...(isVisible !== undefined && { isVisible }),
      ...(tested && { isFiltered: tested.isMatch }),
      ...(tested?.error !== undefined && { error: tested.error }),
      ...(rule && rendered(rule, view)),
    };
  },
});

function sampleOf(
  { caller, now }: Planning,
  { type, subject, actor = caller.contextId, data }: Partial<GatewayEvent> = {},
): GatewayEvent {
  const time = new Date(now).toISOString();
  const source = `/${type?.split(".")[0]}`;
  return { id: "0.0", type: type ?? "", source, time, actor, ...(subject !== undefined && { subject }), data };
}

async function visibleEvent({ store, caller, services }: Planning, eventId: string): Promise<GatewayEvent> {
  const event = await readEvent(services.journal, placeOf(eventId));
  const sight = eventVisibility(services.gateway);
  const isSeen = event && sight.admits(caller, event) && (await sight.shows({ caller, store }, event));
  if (!event || !isSeen) throw EventNotFound({ eventId });
  return event;
}

async function isSeenBy({ store, now, services }: Planning, rule: RuleRecord, event: GatewayEvent): Promise<boolean> {
  const reader = await creatorOf(store, rule, now);
  const sight = eventVisibility(services.gateway);
  return reader !== undefined && sight.admits(reader, event) && (await sight.shows({ caller: reader, store }, event));
}

function rendered({ id, name, action }: RuleRecord, event: EventView) {
  const run = { id: "entry_000000000000000000000000", events: 1 };
  try {
    return { input: renderInput(action.input ?? {}, { event, run, rule: { id, name } }) };
  } catch (error) {
    if (isGatewayError(error)) return { inputError: error.message };
    throw error;
  }
}
