import { defineError } from "@postern/core";
import { Type } from "@sinclair/typebox";

/** A run fails with it before anything is called. */
export const TemplatePathUnknown = defineError("gateway.template_path_unknown", {
  status: 422,
  data: Type.Object({ path: Type.String(), field: Type.String({ description: "JSON pointer into the input" }) }),
  message: ({ path, field }) =>
    `The input ${field || "/"} refers to "${path}", which does not exist for this run. Nothing was called.`,
});

/** A run fails with it before anything is called. */
export const RenderedInputTooLarge = defineError("gateway.rendered_input_too_large", {
  status: 422,
  data: Type.Object({ unit: Type.String(), limit: Type.Integer() }),
  message: ({ unit, limit }) => `The input has more than ${limit} ${unit} with its values. Nothing was called.`,
});

/** The key of the caller has ended, so nothing can run with its rights later. */
export const ActionKeyEnded = defineError("gateway.action_key_ended", {
  status: 409,
  data: Type.Object({ contextId: Type.String() }),
  message: ({ contextId }) =>
    `The context "${contextId}" of the operation, or one of its ancestors, was revoked or has expired. Nothing was called.`,
  fix: ({ contextId }) => `postern context show ${contextId}`,
});

/** No key can be derived for the action. */
export const ActionKeyRefused = defineError("gateway.action_key_refused", {
  status: 403,
  data: Type.Object({ contextId: Type.String(), reason: Type.String() }),
  message: ({ contextId, reason }) => `No key can be derived from the context "${contextId}": ${reason}`,
});
