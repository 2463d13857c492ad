import { omitUndefined, type PluginContext, type Reads, type Transacting } from "@postern/core";
import { type RequestRecord, type StopRecord, stops } from "../collections.ts";
import { requestDelayed, workerResumed, workerStopped } from "../events.ts";
import type { group } from "../group.ts";
import { updateRequest } from "../request.ts";
import type { Provider } from "../schemas.ts";
import { connectionName, faultOf } from "../voiceprovider/connection.ts";

type StopReason = Pick<StopRecord, "code" | "reason">;
type AudioHost = PluginContext<typeof group>;

/** Why the worker of a provider is stopped; undefined if it is not. */
export async function stopOf(
  store: Reads,
  { services, config }: AudioHost,
  provider: Provider,
): Promise<StopReason | undefined> {
  if (provider === "local") return undefined;
  return (await store.get(stops, provider)) ?? (await faultOf(services.connections, config));
}

/** Stops the worker of a provider until the reason is resolved. Its requests wait. */
export async function stopWorker(
  { store, now, emit }: Transacting,
  host: AudioHost,
  provider: Provider,
  why: StopReason,
) {
  if ((await store.get(stops, provider))?.code === why.code) return;
  const found = await host.services.connections?.find(connectionName(host.config));
  const stop = omitUndefined({ provider, connectionId: found?.id, code: why.code, reason: why.reason });
  await store.put(stops, { ...stop, at: now });
  emit(workerStopped, stop);
}

/** Resumes the worker of a provider. */
export async function resumeWorker(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  stop: StopRecord,
): Promise<void> {
  await store.delete(stops, stop.provider);
  emit(workerResumed, omitUndefined({ provider: stop.provider as Provider, connectionId: stop.connectionId }));
}

/** Parks a request without a job until its worker is resumed. */
export async function park(ctx: Transacting, request: RequestRecord, { code, reason }: StopReason): Promise<void> {
  const error = { code, message: reason, at: ctx.now };
  await updateRequest(ctx, request, { state: "published", isParked: true, error }, requestDelayed);
}
