import { defineQuery, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { typesMatcher } from "../filter.ts";
import { group } from "../group.ts";
import { EventType, TypeGlobs } from "../schemas.ts";

const Types = listOf("types", EventType, { type: "plain", summary: "text", topic: ["plain", 1], scope: ["plain", 2] });

export const types = defineQuery(group, {
  id: "events.types",
  summary: "List the event types that this key may see, with their payload schemas",
  description: "Filter with a glob, for example `chats.**`. `data` is the JSON Schema of the event's payload.",
  input: T.Object({ type: T.Optional(TypeGlobs), ...Types.fields }),
  output: Types.output,
  examples: [
    { title: "All event types", input: { limit: "500" } },
    { title: "Event types of one group, without schemas", input: { type: "chats.**", fields: "type,summary" } },
  ],
  run({ services, caller }, input) {
    const isAsked = typesMatcher(input.type);
    const seen = services.gateway.manifest.events.filter(({ type, scope }) => {
      const reach = caller.reach(scope);
      return isAsked(type) && (reach === "all" || reach.size > 0);
    });
    return Types.answer(input, listSource(seen), (type) => ({ ...type }));
  },
});
