import { isHere } from "@postern/core/process";
import type { Observation } from "./observe.ts";

/** What a gateway on another host has requested for the runner of this host. */
export function requestOf(observation: Observation): "stop" | "restart" | undefined {
  const { intent, claim, elsewhere, supervisor } = observation;
  const own = elsewhere === undefined ? claim : undefined;
  if (own && intent?.restart === own.id) return "restart";
  const isWithPm2 = intent?.isWithPm2 && intent.last !== undefined && isHere(intent.last);
  return intent?.desired === "stopped" && (own || supervisor || isWithPm2) ? "stop" : undefined;
}
