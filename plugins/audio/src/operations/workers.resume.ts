import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { type StopRecord, stops } from "../collections.ts";
import { WorkerRuns, WorkerStopped } from "../errors.ts";
import { group } from "../group.ts";
import { Provider } from "../schemas.ts";
import { faultOf } from "../voiceprovider/connection.ts";
import { resumeWorker } from "../work/stop.ts";

export const workersResume = defineCommand(group, {
  id: "audio.workers.resume",
  summary: "Let a worker go on that stopped, with what has waited for it",
  description: "It goes on by itself when its credential connection is enabled or rotated.",
  input: T.Object({ provider: described(Provider, "The provider") }),
  output: T.Object({
    provider: described(Provider, "The provider"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [WorkerRuns, WorkerStopped],
  examples: [{ title: "After the service has accepted the key again", input: { provider: "voiceprovider" } }],
  async plan({ store, services, config }, { provider }) {
    const fault = provider === "local" ? undefined : await faultOf(services.connections, config);
    if (fault) throw WorkerStopped({ cause: fault.code, reason: fault.reason });
    if (!(await store.get(stops, provider))) throw WorkerRuns({ provider });
    return { summary: `Let the worker of ${provider} go on` };
  },
  async execute(ctx, _plan, { provider }) {
    await resumeWorker(ctx, (await ctx.store.get(stops, provider)) as StopRecord);
    return { provider, changed: true };
  },
});
