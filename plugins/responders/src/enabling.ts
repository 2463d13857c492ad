import { type CommandContext, type QueryContext, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ResponderNotFound } from "./errors.ts";
import { responderDisabled, responderEnabled } from "./events.ts";
import type { group } from "./group.ts";
import { ownResponder, putResponder, showResponder, toResponder } from "./responder.ts";
import { ResponderId, ShownResponder } from "./schemas.ts";

/** What the operations that enable and disable a responder share. */
export const enabling = (status: "enabled" | "disabled") => ({
  input: T.Object({ id: ResponderId }),
  output: T.Object({ responder: described(ShownResponder, "The responder") }),
  errors: [ResponderNotFound],
  examples: [{ title: `${status === "enabled" ? "Enable" : "Disable"} a responder`, input: { id: "assistant" } }],
  resource: ({ id }: { id: string }) => id,
  async plan(ctx: QueryContext<typeof group>, { id }: { id: string }) {
    await ownResponder(ctx, id);
    return { summary: `${status === "enabled" ? "Enable" : "Disable"} the responder ${id}` };
  },
  async undo(ctx: QueryContext<typeof group>, _plan: unknown, { id }: { id: string }) {
    if ((await ownResponder(ctx, id)).status === status) return undefined;
    return { operation: status === "enabled" ? "responders.disable" : "responders.enable", input: { id } };
  },
  async execute(ctx: CommandContext<typeof group>, _plan: unknown, { id }: { id: string }) {
    const before = await ownResponder(ctx, id);
    if (before.status === status) return { responder: await showResponder(ctx, before) };
    const record = { ...before, status, updatedAt: ctx.now };
    await putResponder(ctx, record);
    ctx.emit(status === "enabled" ? responderEnabled : responderDisabled, { responder: toResponder(record) });
    return { responder: await showResponder(ctx, record) };
  },
});
