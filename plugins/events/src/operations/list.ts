import { setImmediate as turn } from "node:timers/promises";
import { defineQuery, type GatewayEvent, T } from "@postern/core";
import { CloudEvent, cloudEventOf, eventVisibility, visibleEvents } from "@postern/kit/cloudevents";
import { localTime, numeric, withDefault } from "@postern/kit/fields";
import { parseFields, pickMembers, withColumns } from "@postern/kit/paging";
import { acceptor } from "../filter.ts";
import { group } from "../group.ts";
import { Cursor, Subject, Topic, TypeGlobs } from "../schemas.ts";

/**
 * Maximum number of events scanned in one call. If few of them match, the page is short or empty and its cursor still
 * advances.
 */
const MAX_SCANNED = 20_000;
const PORTION = 1_000;
const MEMBERS = Object.keys(CloudEvent.properties);

export const list = defineQuery(group, {
  id: "events.list",
  summary: "List events, oldest first",
  description:
    "Returns only events that the key may see. Pass `cursor` as `after` to get the next page. A page can be short or empty before the end of the journal: check `more`.",
  input: T.Object({
    type: T.Optional(TypeGlobs),
    subject: T.Optional(Subject),
    topic: T.Optional(Topic),
    after: T.Optional(Cursor),
    since: T.Optional(
      localTime(numeric({ description: "Only events at or after this time, in Unix milliseconds" }), { past: true }),
    ),
    limit: withDefault(numeric({ minimum: 1, maximum: 500, description: "Maximum number of events to return" }), "50"),
    fields: T.Optional(
      T.String({ description: `Return only these members of each event, separated by commas: ${MEMBERS.join(", ")}` }),
    ),
  }),
  output: T.Object({
    events: withColumns(T.Array(T.Partial(CloudEvent), { description: "The events on this page" }), {
      time: "time",
      type: "text",
      subject: ["id", 1],
      actor: ["id", 3],
      data: ["text", 2],
      id: ["plain", 2],
    }),
    cursor: T.String({ description: "Pass it as `after` to get the events that follow" }),
    more: T.Boolean({ description: "Whether there are more events" }),
    limit: T.Integer({ description: "Maximum number of events on a page" }),
    gap: T.Optional(
      T.Object(
        {
          after: T.String({ description: "The cursor that was requested" }),
          first: T.String({ description: "Id of the oldest available event" }),
        },
        { description: "Set if events after the requested cursor are no longer available" },
      ),
    ),
  }),
  examples: [
    { title: "The oldest 50 events", input: {} },
    { title: "Messages only", input: { type: "chats.message.*", limit: "10" } },
  ],
  async run(
    { store, services: { journal, gateway }, caller, signal },
    { type, subject, topic, after, since = 0, limit, fields },
  ) {
    const kept = fields === undefined ? undefined : parseFields(fields, MEMBERS);
    const sight = eventVisibility(gateway);
    const isWanted = acceptor({ type, subject, topic }, caller, sight);
    const seen = (found: readonly GatewayEvent[]) => visibleEvents(sight, { caller, store: store.unchecked }, found);
    const accept = (event: Parameters<typeof isWanted>[0] & { at: number }) => event.at >= since && isWanted(event);
    const events: GatewayEvent[] = [];
    let passage = await journal.read({ ...(after !== undefined && { after }), limit: PORTION, accept });
    const { gap } = passage;
    events.push(...(await seen(passage.events)));
    for (let scanned = PORTION; passage.more && events.length < limit && scanned < MAX_SCANNED; scanned += PORTION) {
      await turn();
      if (signal.aborted) break;
      passage = await journal.read({ after: passage.cursor, limit: PORTION, accept });
      events.push(...(await seen(passage.events)));
    }
    const page = events.slice(0, limit);
    const isCut = events.length > page.length;
    return {
      events: page
        .map((event) => cloudEventOf(event, sight.topicOf(event.type)))
        .map((event) => (kept ? pickMembers(event, kept) : event)),
      cursor: isCut ? (page.at(-1)?.id ?? passage.cursor) : passage.cursor,
      more: isCut || passage.more,
      limit,
      ...(gap && { gap }),
    };
  },
});
