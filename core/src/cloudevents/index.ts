import { type Static, Type } from "@sinclair/typebox";
import type { Caller } from "../define/caller.ts";
import type { GatewayEvent } from "../define/event.ts";
import type { GatewayView } from "../runtime/view.ts";
import type { Reads } from "../storage/index.ts";

/** An event as it leaves the gateway: CloudEvents 1.0 in JSON, with `actor`, the context that caused it, beside. */
export const CloudEvent = Type.Object({
  specversion: Type.Unsafe<"1.0">({ type: "string", enum: ["1.0"], description: "The version of CloudEvents" }),
  id: Type.String({ description: "Ordered and unique: a cursor" }),
  source: Type.String({ description: "The group, as /chats" }),
  type: Type.String({ description: "What happened: `<group>.<thing>.<verb>`" }),
  subject: Type.Optional(Type.String({ description: "Id of what it happened to" })),
  topic: Type.Optional(
    Type.String({ description: "An extension: the name under which subscribers know events of this type" }),
  ),
  time: Type.String({ description: "ISO 8601, UTC" }),
  datacontenttype: Type.Unsafe<"application/json">({
    type: "string",
    enum: ["application/json"],
    description: "Media type of `data`",
  }),
  actor: Type.String({ description: "The id of the context that caused it" }),
  data: Type.Unknown({ description: "What is known of it, in the shape of the type" }),
});
export type CloudEvent = Static<typeof CloudEvent>;

export const cloudEventOf = (
  { id, source, type, subject, time, actor, data }: GatewayEvent,
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
  data,
});

/** How a glob over event types is spelled: `*` stands for one part, `**` for any number of them. */
export const TYPE_GLOB = "^([a-z0-9-]+|\\*\\*?)(\\.([a-z0-9-]+|\\*\\*?)){0,15}$";

/** Whether an event's type matches a glob that is spelled as `TYPE_GLOB` says. */
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

/** Goes through the parts once, with all places of the glob that they may have come to. */
function matches(wanted: readonly string[], parts: readonly string[]): boolean {
  const settled = (places: readonly number[]) => {
    const all = new Set(places);
    // `**` may stand for nothing.
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

/** Which events somebody may see. */
export interface Sight {
  /** By type: those whose scope the caller has, maybe for one resource only. Costs no read, and is asked first. */
  admits(caller: Caller, event: { readonly type: string; readonly subject?: string }): boolean;
  /** By what the event is about, as `show` of its group would answer now. */
  shows(who: { caller: Caller; store: Reads }, event: Pick<GatewayEvent, "type" | "data">): Promise<boolean>;
  /** The topic that events of a type are published on. */
  topicOf(type: string): string | undefined;
}

export function sightOf({ manifest, event }: Pick<GatewayView, "manifest" | "event">): Sight {
  let scopes: ReadonlyMap<string, string> | undefined;
  return {
    topicOf: (type) => event(type)?.topic,
    admits(caller, { type, subject }) {
      scopes ??= new Map(manifest.events.map(({ type, scope }) => [type, scope]));
      // A type that no plugin declares any more is seen by those who see everything.
      return caller.allows(scopes.get(type) ?? "*", subject);
    },
    async shows(who, { type, data }) {
      const { visible } = event(type) ?? {};
      return visible === undefined || (await visible(who, data));
    },
  };
}

/** Of these events those that are shown to a caller, in order. */
export async function shownOf<E extends Pick<GatewayEvent, "type" | "data">>(
  sight: Sight,
  who: { caller: Caller; store: Reads },
  events: readonly E[],
): Promise<E[]> {
  const shown: E[] = [];
  for (const event of events) if (await sight.shows(who, event)) shown.push(event);
  return shown;
}
