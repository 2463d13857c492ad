import { defineQuery, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { sessions, viewOf } from "../collections.ts";
import { group } from "../group.ts";
import { AgentName, Session, Status } from "../schemas.ts";
import { PREFIX, showSession } from "../session.ts";

const Sessions = listOf("sessions", Session, {
  id: "id",
  agent: "plain",
  title: "text",
  status: "status",
  waiting: ["plain", 3],
  updatedAt: ["ago", 1],
  cwd: ["plain", 2],
  reason: ["text", 1],
});

export const sessionsList = defineQuery(group, {
  id: "agentx.sessions.list",
  summary: "List coding-agent sessions, newest first",
  description: "Filter by agent or status. Archived sessions are omitted by default; use `archived` to include them.",
  input: T.Object({
    name: nameField("title"),
    archived: withDefault(
      described(
        oneOf("no", "yes", "all"),
        "Archived sessions: no leaves them out, yes lists only them, all includes them",
      ),
      "no",
    ),
    status: T.Optional(described(Status, "Only sessions with this status")),
    agent: T.Optional(AgentName),
    ...Sessions.fields,
  }),
  narrowed: true,
  output: Sessions.output,
  examples: [
    { title: "Sessions with an open permission request", input: { status: "waiting" } },
    { title: "Archived sessions", input: { archived: "yes", fields: "id,title,archivedAt" } },
  ],
  run({ store, caller }, { name, archived, status, agent, ...page }) {
    const place = { by: "byView" as const, prefix: viewOf(archived, status, agent), reverse: true };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact, and an offset costs no reads.
    const source =
      name === undefined
        ? within(store.unchecked, sessions, place)
        : namedSource(
            store.unchecked,
            sessions,
            { name, by: ["byTitle"], idPrefix: PREFIX },
            (session) =>
              (archived === "all" || (session.archivedAt !== undefined) === (archived === "yes")) &&
              (status === undefined || session.status === status) &&
              (agent === undefined || session.agent === agent),
          );
    return Sessions.answer(
      page,
      limitToGrants(source, caller, "agentx.sessions.list", ({ id }) => id),
      showSession,
    );
  },
});
