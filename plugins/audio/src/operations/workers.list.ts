import { defineQuery, omitUndefined, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { requests, stops } from "../collections.ts";
import { group } from "../group.ts";
import { engineOf } from "../local/speaker.ts";
import { Worker } from "../schemas.ts";
import { hostOf } from "../voiceprovider/address.ts";
import { connectionName, faultOf, PROVIDER } from "../voiceprovider/connection.ts";

const Workers = listOf("workers", Worker, {
  provider: "plain",
  state: "status",
  waiting: "plain",
  engine: ["plain", 2],
  host: ["plain", 2],
  connection: ["plain", 2],
  stoppedAt: ["ago", 3],
  reason: ["text", 1],
});

export const workersList = defineQuery(group, {
  id: "audio.workers.list",
  summary: "List speech workers",
  description:
    "There is one worker per provider. A stopped worker shows its reason; resume it with `audio.workers.resume`.",
  input: T.Object({ ...Workers.fields }),
  output: Workers.output,
  examples: [{ title: "List all workers", input: {} }],
  async run({ store, services, config, state }, page) {
    const local = await engineOf({ config, state }).then(
      ({ name }) => ({ state: "running" as const, engine: name }),
      ({ message }: Error) => ({ state: "stopped" as const, reason: message }),
    );
    const stop = await store.get(stops, PROVIDER);
    const fault = (await faultOf(services.connections, config)) ?? stop;
    const connection = await services.connections?.find(connectionName(config));
    const workers = [
      { provider: "local" as const, ...local, waiting: 0 },
      omitUndefined({
        provider: "voiceprovider" as const,
        state: fault ? ("stopped" as const) : ("running" as const),
        host: hostOf(config),
        connection: connection?.connection,
        reason: fault?.reason,
        stoppedAt: stop?.at,
        waiting: await store.count(requests, { by: "byParked", prefix: [PROVIDER] }),
      }),
    ];
    return Workers.answer(page, listSource<Worker>(workers), (worker) => worker);
  },
});
