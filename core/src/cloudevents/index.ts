import { type Static, Type } from "@sinclair/typebox";
import type { Caller } from "../define/caller.ts";
import type { GatewayEvent } from "../define/event.ts";
import type { GatewayView } from "../runtime/view.ts";
import type { Reads } from "../storage/index.ts";

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
  causationid: Type.Optional(Type.String({ description: "Extension attribute: id of what caused the event directly" })),
  causationdepth: Type.Optional(Type.Integer({ description: "Extension attribute: number of causes in the chain" })),
  data: Type.Unknown({ description: "Data of the event, in the shape of its type" }),
});
export type CloudEvent = Static<typeof CloudEvent>;

export const cloudEventOf = (
  { id, source, type, subject, time, actor, correlationId, causationId, depth, data }: GatewayEvent,
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
  data,
});

/** The pattern of a glob over event types: `*` matches one part, `**` any number of parts. */
export const TYPE_GLOB = "^([a-z0-9-]+|\\*\\*?)(\\.([a-z0-9-]+|\\*\\*?)){0,15}$";

/** Whether an event type matches a glob of the form `TYPE_GLOB`. */
export function typeMatcher(glob: string): (type: string) => boolean {
  const wanted = glob.split(".");
  const known = new Map<string, boolean>();
  return (type) => {
    let found = known.get(type);
    if (found === undefined) {
      found = matches(wanted, type.split("."));
      known.set(type, found);
    }
    return found;
  };
}

/** Processes the parts once, with all positions in the glob that match so far. */
function matches(wanted: readonly string[], parts: readonly string[]): boolean {
  const settled = (places: readonly number[]) => {
    const all = new Set(places);
    // `**` may match no part.
    for (const place of all) if (wanted[place] === "**") all.add(place + 1);
    return all;
  };
  let places = settled([0]);
  for (const part of parts) {
    const next: number[] = [];
    for (const place of places) {
      if (wanted[place] === "**") next.push(place);
      else if (wanted[place] === "*" || wanted[place] === part) next.push(place + 1);
    }
    places = settled(next);
  }
  return places.has(wanted.length);
}

/** Which events a caller may see. */
export interface EventVisibility {
  /** By type: whether the caller has the scope, at least for this resource. Needs no reads, so check it first. */
  admits(caller: Caller, event: { readonly type: string; readonly subject?: string }): boolean;
  /** By the subject of the event: as `show` of its group would answer now. */
  shows(who: { caller: Caller; store: Reads }, event: Pick<GatewayEvent, "type" | "data">): Promise<boolean>;
  /** The topic under which events of a type are published. */
  topicOf(type: string): string | undefined;
}

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
