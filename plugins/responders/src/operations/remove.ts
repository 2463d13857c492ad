import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { scanRecords } from "@postern/kit/paging";
import { memories, outcomes, responderChanges, responders } from "../collections.ts";
import { ResponderNotFound } from "../errors.ts";
import { responderRemoved } from "../events.ts";
import { group } from "../group.ts";
import { ownResponder, revokeContext, toResponder } from "../responder.ts";
import { Responder, ResponderId } from "../schemas.ts";

export const remove = defineCommand(group, {
  id: "responders.remove",
  summary: "Remove a responder",
  description: "Its key is revoked. The turns of its agents wait for another responder, and messages are kept.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: ResponderId }),
  output: T.Object({ responder: described(Responder, "The responder that was removed") }),
  errors: [ResponderNotFound],
  examples: [{ title: "Remove a responder", input: { id: "assistant" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { agents } = await ownResponder(ctx, id);
    return { summary: `Remove the responder ${id}, which answers the turns of ${agents.join(", ")}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, emit } = ctx;
    const record = await ownResponder(ctx, id);
    await revokeContext(ctx, record.contextId);
    await store.delete(responders, id);
    await store.delete(outcomes, id);
    for await (const { chatId } of scanRecords(store, memories, { prefix: [id] }))
      await store.delete(memories, id, chatId);
    store.add(responderChanges, 1);
    const responder = toResponder(record);
    emit(responderRemoved, { responder });
    return { responder };
  },
});
