import { oneOf, type Static, T } from "@postern/core";
import { TYPE_GLOB } from "@postern/core/cloudevents";
import { described, url } from "@postern/core/fields";

export const HookId = T.String({ pattern: "^hook_[0-9a-f]{24}$", description: "The hook" });
export const Url = url({ like: "https://example.com/events", description: "Where its events are posted" });
export const Types = T.Array(T.String({ maxLength: 256, pattern: TYPE_GLOB }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Types of events; `*` stands for one part, `**` for any number of them",
});
export const Description = T.String({ maxLength: 500, description: "Empty for none" });

export const Status = oneOf("enabled", "disabled");
export const StatusReason = oneOf("asked", "gone", "context_ended");
export type StatusReason = Static<typeof StatusReason>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const Hook = T.Object({
  id: T.String({ description: "Its id" }),
  status: described(Status, "Its status"),
  statusReason: T.Optional(described(StatusReason, "Why it has this status")),
  url: T.String({ description: "The address" }),
  types: T.Array(T.String(), { description: "The types" }),
  description: T.Optional(T.String({ description: "A description for people" })),
  contextId: T.String({ description: "Who made it: it sees what this context may read at that moment" }),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
});
export type Hook = Static<typeof Hook>;
