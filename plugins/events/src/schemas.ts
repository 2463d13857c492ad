import { T } from "@postern/core";
import { TYPE_GLOB } from "@postern/core/cloudevents";

export const TypeGlob = T.String({
  pattern: TYPE_GLOB,
  maxLength: 256,
  description: "`chats.message.created`, or with `*` for one part and `**` for any number of them",
});
export const Subject = T.String({ minLength: 1, maxLength: 256, description: "The id that the event is about" });
export const Topic = T.String({ minLength: 1, maxLength: 128, description: "Only events on this topic, like svc.tts" });
export const Cursor = T.String({
  pattern: "^(0|[1-9][0-9]{0,15})\\.(0|[1-9][0-9]{0,8})$",
  description: "The id of an event: only what came after it",
});

export const EventType = T.Object({
  type: T.String({ description: "Its type" }),
  group: T.String({ description: "Name of the group" }),
  summary: T.String({ description: "What it does, in one sentence" }),
  topic: T.Optional(T.String({ description: "A name under which subscribers know this stream" })),
  scope: T.String({ description: "What a key needs to see it" }),
  data: T.Record(T.String(), T.Unknown(), { description: "JSON Schema of the payload" }),
});
