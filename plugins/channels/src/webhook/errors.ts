import { defineError, oneOf, T } from "@postern/core";

const WORDS = {
  headers: "The headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks are required",
  timestamp: "The webhook-timestamp must be in Unix seconds and within 5 minutes of the current time",
  signature: "The signature does not match the secret of a webhook adapter with this name",
} as const;

/** The same answer for a wrong signature, an adapter that is not a webhook and an adapter that does not exist. */
export const WebhookRefused = defineError("channels.webhook_refused", {
  status: 401,
  data: T.Object({ reason: oneOf("headers", "timestamp", "signature") }),
  message: ({ reason }) => WORDS[reason],
});
