import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ResponderNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownResponder, showResponder } from "../responder.ts";
import { ResponderId, ShownResponder } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "responders.show",
  summary: "Show a responder with today's use",
  description: "`problem` says why it cannot answer turns now; `lastError` is the reason of its last failed attempt.",
  input: T.Object({ id: ResponderId }),
  output: T.Object({ responder: described(ShownResponder, "The responder") }),
  errors: [ResponderNotFound],
  examples: [{ title: "Show a responder", input: { id: "assistant" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({ responder: await showResponder(ctx, await ownResponder(ctx, id, "read")) }),
});
