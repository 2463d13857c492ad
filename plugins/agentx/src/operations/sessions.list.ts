import { defineQuery, oneOf, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf, reached, within } from "@postern/core/paging";
import { sessions, viewOf } from "../collections.ts";
import { group } from "../group.ts";
import { AgentName, Session, Status } from "../schemas.ts";
import { showSession } from "../session.ts";

const Sessions = listOf("sessions", Session);

export const sessionsList = defineQuery(group, {
  id: "agentx.sessions.list",
  summary: "List sessions, the newest first",
  description: "Filter by agent or status. Archived sessions are left out by default; `archived` selects them.",
  input: T.Object({
    archived: withDefault(described(oneOf("no", "yes", "all"), "Whether archived ones are listed"), "no"),
    status: T.Optional(described(Status, "Its status")),
    agent: T.Optional(AgentName),
    ...Sessions.fields,
  }),
  narrowed: true,
  output: Sessions.output,
  examples: [
    { title: "Those that wait for a permission", input: { status: "waiting" } },
    { title: "Archived ones", input: { archived: "yes", fields: "id,title,archivedAt" } },
  ],
  run({ store, caller }, { archived, status, agent, ...page }) {
    const place = { by: "byView" as const, prefix: viewOf(archived, status, agent), reverse: true };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    return Sessions.answer(
      page,
      reached(within(store.unchecked, sessions, place), caller, "agentx.sessions.list", ({ id }) => id),
      showSession,
    );
  },
});
