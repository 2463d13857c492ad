import { setTimeout as pause } from "node:timers/promises";
import { type ClientSetting, createClient } from "../client.ts";
import type { Random } from "../random.ts";
import { addCircles } from "./dependencies.ts";
import { repeatCommands } from "./idempotent.ts";
import { transferUnits } from "./ledger.ts";
import { sendMessages } from "./messages.ts";
import { recreateProperties } from "./properties.ts";
import { readMessages } from "./reading.ts";
import { moveTokens } from "./tokens.ts";
import type { Stage, Workload } from "./workload.ts";

/** How many clients run each workload. */
const CLIENTS: Readonly<Record<string, readonly [Workload, number]>> = {
  messages: [sendMessages, 3],
  reading: [readMessages, 2],
  ledger: [transferUnits, 2],
  tokens: [moveTokens, 2],
  dependencies: [addCircles, 3],
  properties: [recreateProperties, 2],
  idempotent: [repeatCommands, 1],
};

/** Runs all clients until `isOver` returns true and each has completed its round. */
export async function runClients(
  setting: ClientSetting,
  stage: Stage,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const starts = new Map<string, { id: string; sortKey: string }>();
  const loops = Object.entries(CLIENTS).flatMap(([workload, [run, count]]) =>
    Array.from({ length: count }, async (_, at) => {
      const name = `${workload}-${at}`;
      const client = createClient(setting, workload, name, random.fork(name));
      for (let round = 1; !isOver() && !setting.signal.aborted; round++) {
        await run({
          client,
          stage,
          starts,
          history: setting.history,
          gateways: setting.gateways.length,
          round: `${name}-r${round}`,
        });
        await pause(client.random.between(10, 120));
      }
    }),
  );
  await Promise.all(loops);
}
