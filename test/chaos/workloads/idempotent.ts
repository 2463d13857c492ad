import { setTimeout as pause } from "node:timers/promises";
import type { Work } from "./workload.ts";

/** Sends one command to several gateways at once with the same key, and later again. */
export async function repeatCommands({ client, gateways, round }: Work): Promise<void> {
  const { random } = client;
  const send = (to: number) => client.call("tasks.create", { title: round }, { key: round, to: to % gateways });
  const first = random.between(0, gateways - 1);
  await Promise.all([send(first), send(first + 1), ...(random.chance(0.5) ? [send(first + 2)] : [])]);
  await pause(random.between(0, 2_000));
  await send(first + 1);
}
