import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { type StopRecord, stops } from "../collections.ts";
import { WorkerRuns, WorkerStopped } from "../errors.ts";
import { group } from "../group.ts";
import { Provider } from "../schemas.ts";
import { faultOf } from "../voiceprovider/connection.ts";
import { resumeWorker } from "../work/stop.ts";

export const workersResume = defineCommand(group, {
  id: "audio.workers.resume",
  summary: "Resume a stopped worker and its waiting requests",
  description: "A worker resumes automatically when its credential connection is enabled or gets a new secret.",
  input: T.Object({ provider: described(Provider, "Speech provider") }),
  output: T.Object({
    provider: described(Provider, "Speech provider"),
    changed: T.Boolean({ description: "Whether the worker was resumed" }),
  }),
  errors: [WorkerRuns, WorkerStopped],
  examples: [{ title: "Resume after the service accepts the key again", input: { provider: "voiceprovider" } }],
  async plan({ store, services, config }, { provider }) {
    const fault = provider === "local" ? undefined : await faultOf(services.connections, config);
    if (fault) throw WorkerStopped({ cause: fault.code, reason: fault.reason });
    if (!(await store.get(stops, provider))) throw WorkerRuns({ provider });
    return { summary: `Resume the worker of ${provider}` };
  },
  async execute(ctx, _plan, { provider }) {
    await resumeWorker(ctx, (await ctx.store.get(stops, provider)) as StopRecord);
    return { provider, changed: true };
  },
});
