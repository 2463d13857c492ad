import { T } from "@postern/core";
import { TYPE_GLOB } from "@postern/kit/cloudevents";
import { refersTo } from "@postern/kit/fields";

/** The provider of credentials connections for NATS servers. */
export const PROVIDER = "nats";

export const Label = T.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^\\S(.*\\S)?$",
  description: "A name for people",
});
const Servers = T.Array(
  T.String({
    maxLength: 300,
    pattern: "^(nats|tls)://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$",
    "x-must":
      "must be an address like nats://localhost:4222 or tls://nats.example.com, without a user name or password",
  }),
  {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description: "Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default.",
  },
);
const User = T.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^[^\\s\\u0000-\\u001f]+$",
  description: "User name, if the secret is a password",
});
const ConnectionText = T.String({
  minLength: 1,
  maxLength: 200,
  description:
    "Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file",
});
const Plain = T.Boolean({
  description: "Allow public servers without TLS",
});
export const StreamName = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9_-]+$",
  description: "Name of the stream",
});
export const SubjectTemplate = T.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^[A-Za-z0-9_-]+(\\.([A-Za-z0-9_-]|\\{(type|group|subject)\\})+)+$",
  "x-must":
    "must be a subject like postern.events.{type}, whose first part is a plain word and whose placeholders are {type}, {group} and {subject}",
  description:
    "Subject of the messages. `{type}` is the type of the event, `{group}` its first part and `{subject}` the id that the event is about",
});

const SUBJECT = "(?!\\$)[^\\s.*>\\u0000-\\u001f]+(\\.[^\\s.*>\\u0000-\\u001f]+)*";
export const Subject = T.String({
  minLength: 1,
  maxLength: 250,
  pattern: `^${SUBJECT}$`,
  "x-must": "must be a subject like postern.dead, without wildcards",
  description: "A subject",
});
export const SubjectFilter = T.String({
  minLength: 1,
  maxLength: 250,
  pattern: "^(?!\\$)(([^\\s.*>\\u0000-\\u001f]+|\\*)\\.)*([^\\s.*>\\u0000-\\u001f]+|\\*|>)$",
  "x-must": "must be a subject like postern.commands.>, in which `*` is one part and `>` all that follow",
  description: "A subject with wildcards",
});
export const Types = T.Array(T.String({ maxLength: 256, pattern: TYPE_GLOB }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Event types; `*` matches one segment, `**` any number of segments",
});
export const AllowUnknown = T.Optional(T.Boolean({ description: "Accept types that no enabled plugin has" }));
export const Operations = T.Array(
  T.String({ maxLength: 128, pattern: "^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$", description: "Id of an operation" }),
  { minItems: 1, maxItems: 100, uniqueItems: true, description: "Ids of the operations that messages may call" },
);
export const ReplySubjects = T.Array(SubjectFilter, {
  maxItems: 20,
  uniqueItems: true,
  description:
    "Allowed subjects for answers. A message names one of them in its header Postern-Reply-To. `_INBOX.>` by default",
});
export const MaxDeliver = T.Integer({
  minimum: 1,
  maximum: 100,
  description: "Deliveries before a message is a dead letter; 5 by default",
});
export const MaxInFlight = T.Integer({
  minimum: 1,
  maximum: 256,
  description: "Messages handled at a time; 16 by default",
});

export const BridgeId = refersTo(T.String({ pattern: "^bridge_[0-9a-f]{24}$", description: "Id of the bridge" }), {
  list: "jetstream.bridges.list",
  names: ["label"],
});
export const ConsumerId = refersTo(
  T.String({ pattern: "^consumer_[0-9a-f]{24}$", description: "Id of the consumer" }),
  {
    list: "jetstream.consumers.list",
    names: ["label"],
  },
);

/** How a server is reached. */
export const ServerFields = {
  servers: Servers,
  user: T.Optional(User),
  connection: T.Optional(ConnectionText),
  plain: T.Optional(Plain),
  ca: T.Optional(
    T.String({
      maxLength: 65_536,
      description: "Certificates (PEM) to trust instead of the system's",
    }),
  ),
};
