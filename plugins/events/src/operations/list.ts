import { setImmediate as turn } from "node:timers/promises";
import { defineQuery, type GatewayEvent, numeric, T, withDefault } from "@postern/core";
import { CloudEvent, cloudEventOf, shownOf, sightOf } from "@postern/core/cloudevents";
import { namesIn, only } from "@postern/core/paging";
import { acceptor } from "../filter.ts";
import { group } from "../group.ts";
import { Cursor, Subject, Topic, TypeGlob } from "../schemas.ts";

/** Events that one call looks at: where few are wanted, a page may be short, or empty, and its cursor moves on. */
const MOST_LOOKED = 20_000;
const PORTION = 1_000;
const MEMBERS = Object.keys(CloudEvent.properties);

export const list = defineQuery(group, {
  id: "events.list",
  summary: "List what happened, in order",
  description:
    "Only events that the key may see. Give `cursor` as `after` for what comes next; at the end of the journal it is the place to wait from. A page may be short, or empty, before the end is reached: `more` tells.",
  input: T.Object({
    type: T.Optional(TypeGlob),
    subject: T.Optional(Subject),
    topic: T.Optional(Topic),
    after: T.Optional(Cursor),
    since: T.Optional(numeric({ description: "Only what happened at or after this moment, Unix milliseconds" })),
    limit: withDefault(numeric({ minimum: 1, maximum: 500, description: "Events a page" }), "50"),
    fields: T.Optional(
      T.String({ description: `Keep only these members of each event, separated by commas: ${MEMBERS.join(", ")}` }),
    ),
  }),
  output: T.Object({
    events: T.Array(T.Partial(CloudEvent), { description: "The events of this page" }),
    cursor: T.String({ description: "Send it as `after` to go on from here" }),
    more: T.Boolean({ description: "Whether the end was not reached" }),
    limit: T.Integer({ description: "The most items of a page" }),
    gap: T.Optional(
      T.Object(
        {
          after: T.String({ description: "The text after the change" }),
          first: T.String({ description: "The first event that is still kept" }),
        },
        { description: "Events between these two were asked for, and are no longer kept" },
      ),
    ),
  }),
  examples: [
    { title: "The oldest fifty that are kept", input: {} },
    { title: "Messages only", input: { type: "chats.message.*", limit: "10" } },
  ],
  async run(
    { store, services: { journal, gateway }, caller, signal },
    { type, subject, topic, after, since = 0, limit, fields },
  ) {
    const kept = fields === undefined ? undefined : namesIn(fields, MEMBERS);
    const sight = sightOf(gateway);
    const isWanted = acceptor({ type, subject, topic }, caller, sight);
    const seen = (found: readonly GatewayEvent[]) => shownOf(sight, { caller, store: store.unchecked }, found);
    const accept = (event: Parameters<typeof isWanted>[0] & { at: number }) => event.at >= since && isWanted(event);
    const events: GatewayEvent[] = [];
    let passage = await journal.read({ ...(after !== undefined && { after }), limit: PORTION, accept });
    const { gap } = passage;
    events.push(...(await seen(passage.events)));
    for (let looked = PORTION; passage.more && events.length < limit && looked < MOST_LOOKED; looked += PORTION) {
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
        .map((event) => (kept ? only(event, kept) : event)),
      cursor: isCut ? (page.at(-1)?.id ?? passage.cursor) : passage.cursor,
      more: isCut || passage.more,
      limit,
      ...(gap && { gap }),
    };
  },
});
