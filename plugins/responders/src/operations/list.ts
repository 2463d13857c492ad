import { defineQuery, T } from "@postern/core";
import { canAccess } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { filtered, limitToGrants, listOf } from "@postern/kit/paging";
import { responders } from "../collections.ts";
import { group } from "../group.ts";
import { showResponder } from "../responder.ts";
import { AgentId, ShownResponder, Status } from "../schemas.ts";

const Responders = listOf("responders", ShownResponder, {
  id: "id",
  kind: "plain",
  status: "status",
  agents: ["plain", 1],
  lastAnswerAt: ["ago", 2],
  problem: ["text", 1],
  lastError: ["text", 3],
});

export const list = defineQuery(group, {
  id: "responders.list",
  summary: "List responders by id",
  description: "Callers without the scope * see their own responders and responders named in their grants.",
  input: T.Object({
    agent: T.Optional(described(AgentId, "Only responders of this agent")),
    status: T.Optional(described(Status, "Only responders with this status")),
    ...Responders.fields,
  }),
  narrowed: true,
  output: Responders.output,
  examples: [{ title: "List all responders", input: {} }],
  async run(ctx, { agent, status, ...page }) {
    const { store, caller } = ctx;
    const place = agent === undefined ? {} : { by: "byAgent" as const, prefix: [agent] };
    const source = filtered(
      store.unchecked,
      responders,
      place,
      (record) => (status === undefined || record.status === status) && canAccess(caller, "responders:read", record),
    );
    return Responders.answer(
      page,
      limitToGrants(source, caller, "responders.list", ({ id }) => id),
      (record) => showResponder(ctx, record),
    );
  },
});
