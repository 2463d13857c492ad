import { T } from "@postern/core";
import { TYPE_GLOB } from "@postern/kit/cloudevents";

const glob = TYPE_GLOB.slice(1, -1);
export const TypeGlobs = T.String({
  pattern: `^${glob}(,${glob})*$`,
  maxLength: 8_192,
  description:
    "Event types, separated by commas, like `chats.message.created`; `*` matches one segment, `**` any number of segments",
});
export const Subject = T.String({ minLength: 1, maxLength: 256, description: "Only events about this id" });
export const Topic = T.String({
  minLength: 1,
  maxLength: 128,
  description: "Only events on this topic, like `svc.tts`",
});
export const Cursor = T.String({
  pattern: "^(0|[1-9][0-9]{0,15})\\.(0|[1-9][0-9]{0,8})$",
  description: "Only events after the one with this id",
});

export const EventType = T.Object({
  type: T.String({ description: "The event type" }),
  group: T.String({ description: "Name of the group that emits it" }),
  summary: T.String({ description: "Description in one sentence" }),
  topic: T.Optional(T.String({ description: "Topic on which the event is published" })),
  scope: T.String({ description: "Scope that a key needs to see the event" }),
  data: T.Record(T.String(), T.Unknown(), { description: "JSON Schema of the payload" }),
});
