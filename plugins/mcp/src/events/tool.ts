import { type Static, T } from "@postern/core";
import { TYPE_GLOB } from "@postern/kit/cloudevents";
import type { Tool } from "../tools/tool.ts";

export const WaitInput = T.Object(
  {
    after: T.Optional(
      T.String({
        pattern: "^(0|[1-9][0-9]{0,15})\\.(0|[1-9][0-9]{0,8})$",
        description: "Cursor of the last answer; from now on by default",
      }),
    ),
    types: T.Optional(
      T.Array(T.String({ pattern: TYPE_GLOB, maxLength: 256 }), {
        minItems: 1,
        maxItems: 20,
        description: "Event types; * matches one segment, ** any number",
      }),
    ),
    seconds: T.Optional(T.Integer({ minimum: 0, maximum: 25, description: "Longest wait; 25 by default" })),
  },
  { additionalProperties: false },
);
export type WaitInput = Static<typeof WaitInput>;

export const eventsWaitTool: Tool = {
  name: "events_wait",
  description: "Wait for events. Returns at once if there are some. Pass the cursor as after in the next call.",
  inputSchema: { ...WaitInput },
  outputSchema: { type: "object", required: ["events", "cursor", "more"] },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
