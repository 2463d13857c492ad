import type { GatewayEvent } from "@postern/core";
import { cloudEventOf } from "@postern/kit/cloudevents";
import { subjectOf } from "../nats/subject.ts";

/** A message for an event. */
interface EventMessage {
  readonly subject: string;
  /** The `Nats-Msg-Id`: unique among all gateways, because streams discard a second message with the same one. */
  readonly id: string;
  readonly payload: Uint8Array;
  /** Whether its data were left out, because they were too large. */
  readonly isBare: boolean;
}

interface Target {
  /** Template of the subject. */
  readonly subject: string;
  /** The id of this gateway. */
  readonly origin: string;
  /** Maximum number of bytes. */
  readonly maxBytes: number;
}

/** The media type of an event as a whole, in the header of its message. */
export const CLOUD_EVENT = "application/cloudevents+json";

/**
 * The message of an event: a CloudEvent in JSON, whose source names the gateway, so that `source` and `id` are unique
 * together. An event that the stream cannot hold is published without its data and with `dataomitted`, their size in
 * bytes: otherwise it would hold up all later ones.
 */
export function messageOf(event: GatewayEvent, topic: string | undefined, target: Target): EventMessage {
  const { origin, maxBytes, subject } = target;
  const whole = { ...cloudEventOf(event, topic), source: `//${origin}${event.source}` };
  const head = { subject: subjectOf(subject, event), id: `${origin}:${event.id}` };
  const payload = Buffer.from(JSON.stringify(whole));
  if (payload.length <= maxBytes) return { ...head, payload, isBare: false };
  const { data: _, ...bare } = whole;
  return { ...head, payload: Buffer.from(JSON.stringify({ ...bare, dataomitted: payload.length })), isBare: true };
}
