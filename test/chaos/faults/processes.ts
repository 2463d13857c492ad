import { setTimeout as pause } from "node:timers/promises";
import type { Gateway } from "../gateways.ts";
import type { Fault } from "../plan.ts";

/** Kills a gateway and starts it again. */
export async function killGateway(gateway: Gateway, { amount }: Fault): Promise<boolean> {
  if (!gateway.isRunning()) return false;
  await gateway.kill();
  await pause(amount);
  await gateway.start();
  return true;
}

/** Stops a gateway in the middle of what it does, and lets it continue. */
export async function pauseGateway(gateway: Gateway, { amount }: Fault): Promise<boolean> {
  if (!gateway.isRunning()) return false;
  gateway.signal("SIGSTOP");
  await pause(amount);
  gateway.signal("SIGCONT");
  return true;
}

export async function moveClock(gateway: Gateway, { amount }: Fault): Promise<boolean> {
  gateway.moveClock(amount);
  return true;
}
