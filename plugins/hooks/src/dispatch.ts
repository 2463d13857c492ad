import {
  type Caller,
  causedBy,
  type EventPlace,
  eventPlaceOf,
  type GatewayEvent,
  type Reads,
  type Transacting,
} from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { anyTypeMatcher, eventVisibility, visibleEvents } from "@postern/kit/cloudevents";
import { defineConsumer } from "@postern/kit/queue";
import { type HookRecord, hooks, messages } from "./collections.ts";
import { deliveries, disableHook } from "./deliveries.ts";
import { hookTested } from "./events.ts";
import { group } from "./group.ts";

/** Maximum number of hooks. All enabled hooks are read for each batch of events. */
export const MAX_HOOKS = 1_000;

/**
 * Creates a delivery for each event and each hook that matches it, in the commit that advances the consumer's cursor.
 */
export const dispatch = defineConsumer(group, "dispatch", {
  // One commit holds the deliveries of a batch to all hooks.
  batch: 4,
  // Events about deliveries must not create deliveries.
  accept: ({ type }) => !type.startsWith(`${deliveries.name}.`) && type !== hookTested.type,
  // Most events match no hook. A hook that is created meanwhile receives only later events.
  wanted: async (events, { store }) => (await enabledIn(store)).some((hook) => eventsFor(hook, events).length > 0),
  async handle(ctx, events, host) {
    const sight = eventVisibility(host.services.gateway);
    for (const hook of await enabledIn(ctx.store)) {
      const wanted = eventsFor(hook, events);
      if (wanted.length === 0) continue;
      const reader: Caller | undefined = await creatorOf(host.store, hook, host.now());
      if (!reader) await disableHook(ctx, hook.id, "context_ended");
      else {
        const admitted = wanted.filter((event) => sight.admits(reader, event));
        // An unchecked read is enough, because visibility is checked again at delivery.
        const shown = await visibleEvents(sight, { caller: reader, store: ctx.store.unchecked }, admitted);
        for (const event of shown) await addDelivery(ctx, hook, event);
      }
    }
  },
});

async function enabledIn(store: Reads): Promise<readonly HookRecord[]> {
  return (await store.find(hooks, { by: "byStatus", prefix: ["enabled"], limit: MAX_HOOKS })).items;
}

function eventsFor({ since, types }: HookRecord, events: readonly GatewayEvent[]): GatewayEvent[] {
  const isWanted = anyTypeMatcher(types);
  return events.filter(({ id, type }) => placeOf(id).number > since && isWanted(type));
}

async function addDelivery(ctx: Transacting, { id: hookId }: HookRecord, event: GatewayEvent): Promise<void> {
  const { id, ...message } = event;
  const { type } = event;
  const cause = causedBy(event);
  const deliveryId = await deliveries.add(ctx, { hook: hookId, type, event: id }, { key: `${hookId}:${id}`, cause });
  await ctx.store.put(messages, { hookId, deliveryId, at: ctx.now, ...placeOf(id), ...message });
}

const placeOf = (id: string): EventPlace => eventPlaceOf(id) as EventPlace;
