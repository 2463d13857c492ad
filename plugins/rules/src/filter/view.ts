import type { GatewayEvent } from "@postern/core";

/** An event as filters and templates see it. Every member but `data` always has a value. */
export type EventView = Readonly<Record<(typeof MEMBERS)[number], unknown>>;

/** The members of `event`. */
export const MEMBERS = [
  "id",
  "type",
  "source",
  "subject",
  "time",
  "actor",
  "correlationId",
  "causationId",
  "depth",
  "data",
] as const;

/** Without a known cause an event is the first of its chain. */
export function viewOf(event: GatewayEvent): EventView {
  const { id, type, source, subject = "", time, actor, data } = event;
  const { correlationId = id, causationId = "", depth = 0 } = event as Partial<EventView>;
  return { id, type, source, subject, time, actor, correlationId, causationId, depth, data };
}
