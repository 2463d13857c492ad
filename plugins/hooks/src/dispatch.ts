import type { Caller, GatewayEvent, Reads, Transacting } from "@postern/core";
import { shownOf, sightOf } from "@postern/core/cloudevents";
import { defineConsumer } from "@postern/core/queue";
import { type HookRecord, hooks, messages } from "./collections.ts";
import { deliveries, turnOff } from "./deliveries.ts";
import { hookTested } from "./events.ts";
import { group } from "./group.ts";
import { readerOf, wantedBy } from "./rights.ts";

/** The most hooks there may be: all that are enabled are looked at for each portion of events. */
export const MOST_HOOKS = 1_000;

/** Makes a delivery for each event and each hook that asks for it, in the commit that notes how far it has come. */
export const dispatch = defineConsumer(group, "dispatch", {
  // One commit holds what a portion means to all hooks.
  batch: 4,
  // What becomes of deliveries must not make deliveries.
  accept: ({ type }) => !type.startsWith(`${deliveries.name}.`) && type !== hookTested.type,
  // Most events are for no hook: a hook that is made meanwhile sees only what comes after it.
  wanted: async (events, { store }) => (await enabledIn(store)).some((hook) => eventsFor(hook, events).length > 0),
  async handle(ctx, events, host) {
    const sight = sightOf(host.services.gateway);
    for (const hook of await enabledIn(ctx.store)) {
      const wanted = eventsFor(hook, events);
      if (wanted.length === 0) continue;
      const reader: Caller | undefined = await readerOf(host, hook);
      if (!reader) await turnOff(ctx, hook.id, "context_ended");
      else {
        const admitted = wanted.filter((event) => sight.admits(reader, event));
        // Glanced at: what is shown is asked again when it is delivered.
        const shown = await shownOf(sight, { caller: reader, store: ctx.store.unchecked }, admitted);
        for (const event of shown) await tell(ctx, hook, event);
      }
    }
  },
});

async function enabledIn(store: Reads): Promise<readonly HookRecord[]> {
  return (await store.find(hooks, { by: "byStatus", prefix: ["enabled"], limit: MOST_HOOKS })).items;
}

function eventsFor({ since, types }: HookRecord, events: readonly GatewayEvent[]): GatewayEvent[] {
  const isWanted = wantedBy(types);
  return events.filter(({ id, type }) => placeOf(id).number > since && isWanted(type));
}

async function tell(ctx: Transacting, { id: hookId }: HookRecord, event: GatewayEvent): Promise<void> {
  const { type, source, subject, time, actor, data, id } = event;
  const deliveryId = await deliveries.add(ctx, { hook: hookId, type, event: id }, { key: `${hookId}:${id}` });
  const said = { type, source, ...(subject !== undefined && { subject }), time, actor, data };
  await ctx.store.put(messages, { hookId, deliveryId, at: ctx.now, ...placeOf(id), ...said });
}

function placeOf(id: string): { number: number; place: number } {
  const [number, place] = id.split(".");
  return { number: Number(number), place: Number(place) };
}
