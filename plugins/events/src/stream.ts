import { type Caller, defineRoute, gatewayErrors, keys, oneOf, type PluginContext, T } from "@postern/core";
import type { Filter } from "./filter.ts";
import { group } from "./group.ts";
import { Subject, Topic, TypeGlobs } from "./schemas.ts";
import { tickets } from "./tickets.ts";

const Query = T.Object({
  type: T.Optional(TypeGlobs),
  subject: T.Optional(Subject),
  topic: T.Optional(Topic),
  after: T.Optional(T.String({ description: "Id of an event: start after it instead of now" })),
  named: T.Optional({
    ...oneOf("true", "false"),
    description: "`false` omits the `event` line, so that clients receive `message` events; `true` by default",
  }),
  ticket: T.Optional(T.String({ description: "Ticket from events.ticket, instead of a key" })),
});

/** Server-sent events, from now on or after a cursor. */
export const stream = defineRoute(group, {
  method: "GET",
  path: "/api/v1/events/stream",
  summary: "Stream events as server-sent events",
  description:
    "Each event is CloudEvents 1.0 JSON. To resume an interrupted stream, send the header `Last-Event-ID` or the query parameter `after`.",
  // A ticket replaces a key, so `admit` checks the caller.
  scope: "open",
  query: Query,
  produces: "text/event-stream",
  admit: (request, { host, caller }) => admit(host, caller, new URL(request.url).searchParams.get("ticket")),
  async handle(request, { host, query, admitted: { caller, ticket, isForeign } }) {
    const { type, subject, topic, named } = query;
    const filter = { ...(ticket ?? { type, subject, topic }), isNamed: named !== "false" };
    const after = request.headers.get("last-event-id") ?? query.after;
    // Rejects an invalid cursor before the response starts.
    if (after !== undefined) await host.journal.read({ after, limit: 1 });
    const from = after ?? (await host.journal.end());
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
    if (request.method === "HEAD") return new Response(null, { headers });
    return new Response(host.state.hub.open(caller, filter, from, isForeign), { headers });
  },
});

/** Checks the key or ticket of a request. A ticket has the rights that its key has now. */
async function admit(
  host: PluginContext<typeof group>,
  holder: Caller | undefined,
  ticket: string | null,
): Promise<{ caller: Caller; ticket: Filter | undefined; isForeign: boolean }> {
  const used = ticket === null ? undefined : await tickets.use(host, ticket);
  if (ticket !== null && !used) throw gatewayErrors.Unauthenticated({});
  const caller = used ? await host.callerOf(used.contextId) : holder;
  if (!caller) throw gatewayErrors.Unauthenticated({});
  if (!caller.allows("events:read")) throw gatewayErrors.Forbidden({ scope: "events:read" });
  const isForeign = (await host.store.get(keys.contexts, caller.contextId)) === undefined;
  return { caller, ticket: used?.filter, isForeign };
}
