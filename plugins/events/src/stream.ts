import { type Caller, gatewayErrors, type Host, type Route } from "@postern/core";
import { TYPE_GLOB } from "@postern/core/cloudevents";
import type { Filter } from "./filter.ts";
import type { group } from "./group.ts";
import type { Hub } from "./hub.ts";
import { useTicket } from "./tickets.ts";

const GLOB = new RegExp(TYPE_GLOB);
const QUERY = ["type", "subject", "after", "ticket"];

/** `GET /api/v1/events/stream`: server-sent events, from now on or from a place. */
export function streamRoute(host: Host<typeof group>, hub: () => Hub): Route {
  return {
    method: "GET",
    path: "/api/v1/events/stream",
    summary: "Follow what happens, as server-sent events",
    // A ticket stands in for a key, so who may come in is asked here.
    scope: "open",
    async handle(request, { caller: holder }) {
      const query = queryOf(request);
      const { caller, filter } = await admit(host, holder, query);
      const after = request.headers.get("last-event-id") ?? query.after;
      // Refuses a place that the journal never gave, before anything is answered.
      if (after !== undefined) await host.journal.read({ after, limit: 1 });
      const from = after ?? (await host.journal.end());
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(hub().open(caller, filter, from), { headers });
    },
  };
}

type Query = Filter & { readonly after?: string; readonly ticket?: string };

function queryOf(request: Request): Query {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const wrong = names.find((name, at) => !QUERY.includes(name) || names.indexOf(name) !== at);
  if (wrong !== undefined) throw refused(`/${wrong}`, `may not stand here; there are ${QUERY.join(", ")}, each once`);
  const query: Query = Object.fromEntries(searchParams);
  if (query.type !== undefined && (query.type.length > 256 || !GLOB.test(query.type)))
    throw refused("/type", "must be like chats.message.created, with * for one part and ** for any number of them");
  if (query.subject !== undefined && (query.subject === "" || query.subject.length > 256))
    throw refused("/subject", "must have 1 to 256 characters");
  return query;
}

/** Who may come in, and for which events: a ticket says both, with the rights that its key has by now. */
async function admit(
  host: Host<typeof group>,
  holder: Caller | undefined,
  { ticket, after: _, ...asked }: Query,
): Promise<{ caller: Caller; filter: Filter }> {
  const used = ticket === undefined ? undefined : useTicket(host.services.gateway, ticket, host.now());
  if (ticket !== undefined && !used) throw gatewayErrors.Unauthenticated({});
  const caller = used ? await host.callerOf(used.contextId) : holder;
  if (!caller) throw gatewayErrors.Unauthenticated({});
  if (!caller.allows("events:read")) throw gatewayErrors.Forbidden({ scope: "events:read" });
  return { caller, filter: used ? used.filter : asked };
}

const refused = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "query", message }] });
