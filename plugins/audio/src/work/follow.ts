import type { GatewayEvent } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { requests, stops } from "../collections.ts";
import { requestFailed } from "../events.ts";
import { group } from "../group.ts";
import { updateRequest } from "../request.ts";
import { faultOf, PROVIDER } from "../voiceprovider/connection.ts";
import { resumeWorker, stopWorker } from "./stop.ts";
import { work } from "./work.ts";

const [died] = work.events;

/** Marks a request as failed when its job is dead, even if the process that ran the job has crashed. */
export const failDeadRequests = defineConsumer(group, "dead-jobs", {
  from: "now",
  accept: ({ type }) => type === died?.type,
  async handle(ctx, events) {
    for (const { data } of events) {
      const { id: job, error: said = "The worker ended during every attempt" } = data as {
        id: string;
        error?: string;
      };
      const { items } = await ctx.store.find(requests, { by: "byJob", prefix: [job], limit: 1 });
      const [request] = items;
      if (!request || !["published", "generating"].includes(request.state)) continue;
      const { error = { code: "gave_up", message: said, at: ctx.now } } = request;
      await updateRequest(ctx, request, { state: "failed", error }, requestFailed);
    }
  },
});

const CHANGES = /^credentials\.connection\.(?!used$|checked$)/;

/** Stops the voice provider's worker when its connection becomes unusable, and resumes it when that is fixed. */
export const observeConnections = defineConsumer(group, "connections", {
  from: "now",
  accept: ({ type }) => CHANGES.test(type),
  wanted: (events) => events.some(isVoiceProviderEvent),
  async handle(ctx, events, host) {
    if (!events.some(isVoiceProviderEvent)) return;
    const fault = await faultOf(host.services.connections, host.config);
    const stop = await ctx.store.get(stops, PROVIDER);
    if (fault) await stopWorker(ctx, host, PROVIDER, fault);
    else if (stop) await resumeWorker(ctx, stop);
  },
});

/** Whether an event is about a connection of the voice provider. */
function isVoiceProviderEvent({ data }: GatewayEvent): boolean {
  const { provider, connection } = (data ?? {}) as { provider?: unknown; connection?: { provider?: unknown } };
  return provider === PROVIDER || connection?.provider === PROVIDER;
}
