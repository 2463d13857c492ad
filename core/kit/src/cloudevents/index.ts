import type { Caller, GatewayEvent, GatewayView } from "@postern/core";
import type { Reads } from "@postern/core/storage";
import { type Static, Type } from "@sinclair/typebox";

export { assertKnownTypes, defineTypeNotFound, readableTypes, type TypeNotFound } from "./known-types.ts";
export { anyTypeMatcher, TYPE_GLOB, typeMatcher } from "./type-glob.ts";

/** An event in its public form: CloudEvents 1.0 in JSON, with the extension `actor`, the context that caused it. */
export const CloudEvent = Type.Object({
  specversion: Type.Unsafe<"1.0">({ type: "string", enum: ["1.0"], description: "Version of CloudEvents" }),
  id: Type.String({ description: "Ordered and unique: usable as a cursor" }),
  source: Type.String({ description: "Group of the event, like /chats" }),
  type: Type.String({ description: "Event type: `<group>.<thing>.<verb>`" }),
  subject: Type.Optional(Type.String({ description: "Id of the record that the event is about" })),
  topic: Type.Optional(
    Type.String({ description: "Extension attribute: the topic under which subscribers know events of this type" }),
  ),
  time: Type.String({ description: "ISO 8601, UTC" }),
  datacontenttype: Type.Unsafe<"application/json">({
    type: "string",
    enum: ["application/json"],
    description: "Media type of `data`",
  }),
  actor: Type.String({ description: "Id of the context that caused the event" }),
  correlationid: Type.Optional(
    Type.String({
      description: "Extension attribute: id of the first event or run of the chain that led to the event",
    }),
  ),
  causationid: Type.Optional(Type.String({ description: "Extension attribute: id of the direct cause of the event" })),
  causationdepth: Type.Optional(Type.Integer({ description: "Extension attribute: number of causes in the chain" })),
  traceparent: Type.Optional(
    Type.String({ description: "Extension attribute: trace of the event, as in the W3C header `traceparent`" }),
  ),
  data: Type.Unknown({ description: "Data of the event, in the shape of its type" }),
});
export type CloudEvent = Static<typeof CloudEvent>;

/** An event as a CloudEvent. */
export const cloudEventOf = (
  { id, source, type, subject, time, actor, correlationId, causationId, depth, traceparent, data }: GatewayEvent,
  topic: string | undefined,
): CloudEvent => ({
  specversion: "1.0",
  id,
  source,
  type,
  ...(subject !== undefined && { subject }),
  ...(topic !== undefined && { topic }),
  time,
  datacontenttype: "application/json",
  actor,
  ...(correlationId !== undefined && {
    correlationid: correlationId,
    causationid: causationId,
    causationdepth: depth,
  }),
  ...(traceparent !== undefined && { traceparent }),
  data,
});

/** Which events a caller may see. */
export interface EventVisibility {
  /** By type: whether the caller has the scope, at least for this resource. Needs no reads, so check it first. */
  admits(caller: Caller, event: { readonly type: string; readonly subject?: string }): boolean;
  /** By the subject of the event: as `show` of its group would answer now. */
  shows(who: { caller: Caller; store: Reads }, event: Pick<GatewayEvent, "type" | "data">): Promise<boolean>;
  /** The topic under which events of a type are published. */
  topicOf(type: string): string | undefined;
}

/** Decides which events a caller may see. */
export function eventVisibility({ manifest, event }: Pick<GatewayView, "manifest" | "event">): EventVisibility {
  let scopes: ReadonlyMap<string, string> | undefined;
  return {
    topicOf: (type) => event(type)?.topic,
    admits(caller, { type, subject }) {
      scopes ??= new Map(manifest.events.map(({ type, scope }) => [type, scope]));
      // A type that no plugin declares any longer is only visible with full access.
      return caller.allows(scopes.get(type) ?? "*", subject);
    },
    async shows(who, { type, data }) {
      const { visible } = event(type) ?? {};
      return visible === undefined || (await visible(who, data));
    },
  };
}

/** The events that are visible to a caller, in order. */
export async function visibleEvents<E extends Pick<GatewayEvent, "type" | "data">>(
  sight: EventVisibility,
  who: { caller: Caller; store: Reads },
  events: readonly E[],
): Promise<E[]> {
  const shown: E[] = [];
  for (const event of events) if (await sight.shows(who, event)) shown.push(event);
  return shown;
}
