import { oneOf, type Static, T } from "@postern/core";
import { TYPE_GLOB } from "@postern/kit/cloudevents";
import { described, refersTo, url } from "@postern/kit/fields";

export const HookId = refersTo(T.String({ pattern: "^hook_[0-9a-f]{24}$", description: "Id of the webhook" }), {
  list: "hooks.list",
  names: ["description"],
});
export const Url = url({ like: "https://example.com/events", description: "URL to which events are posted" });
export const Types = T.Array(T.String({ maxLength: 256, pattern: TYPE_GLOB }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Event types; `*` matches one segment, `**` any number of segments",
});
export const AllowUnknown = T.Optional(
  T.Boolean({ description: "Accept types that no enabled plugin has, for a plugin that is not enabled yet" }),
);
export const Description = T.String({
  maxLength: 500,
  description: "Description for people; an empty text removes it",
});

export const Status = oneOf("enabled", "disabled");
export const StatusReason = oneOf("asked", "gone", "context_ended");
export type StatusReason = Static<typeof StatusReason>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Hook = T.Object({
  id: T.String({ description: "Id of the webhook" }),
  status: described(Status, "Status of the webhook"),
  statusReason: T.Optional(described(StatusReason, "Why the webhook is disabled")),
  url: T.String({ description: "URL to which events are posted" }),
  types: T.Array(T.String(), { description: "Event types to deliver, as globs" }),
  description: T.Optional(T.String({ description: "A description for people" })),
  contextId: T.String({
    description: "Id of the context that created it; only events that this context may read are delivered",
  }),
  createdAt: time("When it was created"),
  updatedAt: time("When it was last updated"),
});
export type Hook = Static<typeof Hook>;
