import { defineCommand, T } from "@postern/core";
import { endsLater } from "@postern/kit/fields";
import { messages } from "../collections.ts";
import { deliveries } from "../deliveries.ts";
import { HookDisabled, HookNotFound } from "../errors.ts";
import { hookTested } from "../events.ts";
import { group } from "../group.ts";
import { hostOf, ownHookOf } from "../hook.ts";
import { HookId } from "../schemas.ts";

export const test = defineCommand(group, {
  id: "hooks.test",
  summary: "Send a test event to a webhook",
  description: "The test event is queued like every delivery. Check its outcome with hooks.deliveries.show.",
  input: T.Object({ id: HookId }),
  output: endsLater(T.Object({ deliveryId: T.String({ description: "Id of the delivery" }) }), {
    what: "delivery",
    query: "hooks.deliveries.show",
    input: { id: "deliveryId" },
    state: "delivery.status",
    good: ["done"],
    bad: ["dead", "discarded"],
    reason: "delivery.lastError",
  }),
  errors: [HookNotFound, HookDisabled],
  examples: [{ title: "Test a webhook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const hook = await ownHookOf(store, caller, id);
    if (hook.status === "disabled") throw HookDisabled({ id });
    const host = hostOf(hook);
    return { summary: `Post a test event to ${host}`, effects: [`posts to ${host}`], host };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, number, caller, cause, emit } = ctx;
    const { type } = hookTested;
    const deliveryId = await deliveries.add(ctx, { hook: id, type });
    const data = { hookId: id, deliveryId };
    // The event has the id that it gets in the journal: it is the first event of this command's commit.
    const event = { number, place: 1, type, source: "/hooks", subject: id, time: new Date(now).toISOString() };
    const trace = cause?.traceparent === undefined ? {} : { traceparent: cause.traceparent };
    await store.put(messages, { hookId: id, deliveryId, at: now, ...event, ...trace, actor: caller.contextId, data });
    emit(hookTested, data);
    return { deliveryId };
  },
});
