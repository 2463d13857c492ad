import { defineError, T } from "@postern/core";
import { defineTypeNotFound } from "@postern/kit/cloudevents";

const named = T.Object({ id: T.String() });
const context = T.Object({ contextId: T.String() });

export const BridgeNotFound = defineError("jetstream.bridge_not_found", {
  status: 404,
  data: named,
  message: ({ id }) => `Bridge "${id}" not found. List bridges with "postern jetstream bridges list".`,
  fix: () => "postern jetstream bridges list",
});

export const ConsumerNotFound = defineError("jetstream.consumer_not_found", {
  status: 404,
  data: named,
  message: ({ id }) => `Consumer "${id}" not found. List consumers with "postern jetstream consumers list".`,
  fix: () => "postern jetstream consumers list",
});

export const ContextEnded = defineError("jetstream.context_ended", {
  status: 409,
  data: context,
  message: ({ contextId }) =>
    `The context "${contextId}", whose rights it has, or one of its ancestors, was revoked or has expired. Create a new one with a valid key.`,
});

export const TypeNotFound = defineTypeNotFound("jetstream");

export const TooManyLinks = defineError("jetstream.too_many", {
  status: 409,
  data: T.Object({ what: T.String(), limit: T.Integer() }),
  message: ({ what, limit }) => `The limit of ${limit} ${what} is reached. Remove one that is no longer needed.`,
  fix: ({ what }) => `postern jetstream ${what} list --status disabled`,
});

export const ConnectionUnknown = defineError("jetstream.connection_unknown", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `Connection "${connection}" not found for the provider nats. List connections with "postern credentials connections list".`,
  fix: ({ connection }) =>
    `postern credentials connections create --provider nats --connection ${connection} --secret-file -`,
});

export const ServerRefused = defineError("jetstream.server_refused", {
  status: 400,
  data: T.Object({ server: T.String(), reason: T.String() }),
  message: ({ server, reason }) => `The server ${server} cannot be used: ${reason}`,
});

export const DeadLetterLoop = defineError("jetstream.dead_letter_loop", {
  status: 400,
  data: T.Object({ subject: T.String(), filter: T.String() }),
  message: ({ subject, filter }) =>
    `Dead letters on "${subject}" would be handled as messages again, because the filter "${filter}" matches it. Choose a subject outside of the filter.`,
});

export const ServerFailed = defineError("jetstream.server_failed", {
  status: 503,
  data: T.Object({ server: T.String(), reason: T.String() }),
  message: ({ server, reason }) => `The server ${server} could not do it: ${reason}`,
});
