import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import {
  Label,
  MaxDeliver,
  MaxInFlight,
  Operations,
  ReplySubjects,
  ServerFields,
  StreamName,
  Subject,
  SubjectFilter,
  SubjectTemplate,
} from "./fields.ts";

export const Status = oneOf("enabled", "disabled");
export const StatusReason = oneOf("asked", "context_ended");
export type StatusReason = Static<typeof StatusReason>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

/** What bridges and consumers have in common. */
const linkFields = {
  label: Label,
  status: described(Status, "Whether it runs"),
  statusReason: T.Optional(described(StatusReason, "Why it is disabled")),
  ...ServerFields,
  stream: StreamName,
};
const created = {
  contextId: T.String({ description: "Id of the context that created it" }),
  createdAt: time("When it was created"),
  updatedAt: time("When it was last updated"),
};

export const LastError = T.Object(
  { at: time("When it happened"), message: T.String({ description: "What was wrong" }) },
  { description: "The last error, also if it works again" },
);

/** The connection of a link, as the process that runs it has reported it. */
export const Running = T.Object({
  state: described(
    oneOf("connected", "connecting", "failing", "idle"),
    "`connected`, `connecting`, `failing`: waits before it tries again, or `idle`: not run by any process",
  ),
  server: T.Optional(T.String({ description: "Address of the server" })),
  stateChangedAt: T.Optional(time("When this state began")),
  lastError: T.Optional(LastError),
});
export type Running = Static<typeof Running>;

export const Bridge = T.Object({
  id: T.String({ description: "Id of the bridge" }),
  ...linkFields,
  subject: described(SubjectTemplate, "Template of the subjects"),
  types: T.Array(T.String(), { description: "Event types to publish, as globs" }),
  ...created,
});
export type Bridge = Static<typeof Bridge>;

const BridgeProgress = T.Object({
  cursor: T.Optional(T.String({ description: "Id of the last event that was acknowledged or skipped" })),
  published: T.Integer({ description: "Number of events that were acknowledged" }),
  withoutData: T.Integer({ description: "Number of events published without their data, which was too large" }),
  gap: T.Optional(
    T.Object(
      {
        after: T.String({ description: "Id of the event before it" }),
        first: T.String({ description: "Id of the event after it" }),
      },
      { description: "Events that the journal had deleted before they were published" },
    ),
  ),
});

export const ShownBridge = T.Object({
  ...Bridge.properties,
  ...Running.properties,
  ...BridgeProgress.properties,
});
export type ShownBridge = Static<typeof ShownBridge>;

export const Consumer = T.Object({
  id: T.String({ description: "Id of the consumer" }),
  ...linkFields,
  durable: T.String({ description: "Name of the durable consumer at the server" }),
  filter: described(SubjectFilter, "Subjects whose messages are handled"),
  operations: described(Operations, "Ids of the operations that messages may call"),
  replySubjects: described(ReplySubjects, "Subjects to which answers may be sent"),
  maxDeliver: described(MaxDeliver, "How often a message is delivered before it is a dead letter"),
  maxInFlight: described(MaxInFlight, "How many messages are handled at a time"),
  deadLetterSubject: T.Optional(described(Subject, "Subject to which dead letters are published")),
  actsAs: T.String({ description: "Id of the context with whose rights operations are called" }),
  ...created,
});
export type Consumer = Static<typeof Consumer>;

const ConsumerProgress = T.Object({
  handled: T.Integer({ description: "Number of messages that were handled, about" }),
  dead: T.Integer({ description: "Number of dead letters" }),
});

export const ShownConsumer = T.Object({
  ...Consumer.properties,
  ...Running.properties,
  ...ConsumerProgress.properties,
});
export type ShownConsumer = Static<typeof ShownConsumer>;
