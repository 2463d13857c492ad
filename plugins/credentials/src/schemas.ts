import { oneOf, type Static, secret, T } from "@postern/core";
import { described, needsOne } from "@postern/core/fields";

/** More than any key, certificate or account file; a backend may take less. */
const LONGEST_SECRET = 65_536;

export const Provider = T.String({
  pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
  description: "Whose secret it is, like github",
});
export const Name = T.String({
  pattern: "^(?!conn_)[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$",
  description: "Its name, which it has alone among the connections of its provider",
});
export const ConnectionId = "^conn_[0-9a-f]{24}$";
export const ConnectionText = T.String({
  minLength: 1,
  maxLength: 200,
  description: "The connection: its id, its name, or its label where that is no name",
});
export const ProviderText = T.Optional(
  T.String({
    pattern: Provider.pattern as string,
    description: "Its provider; needed where connections of several have the name",
  }),
);
export const Label = T.String({ minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f]+$" });
export const Scopes = T.Array(T.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "What the provider lets this secret do, in the provider's words",
});
export const MOST_HOSTS = 20;
const Host = T.String({
  pattern: "^([a-z0-9_.-]{1,253}|\\[[0-9a-f:.]{2,45}\\])(:[1-9][0-9]{0,4})?$",
  maxLength: 260,
  examples: ["api.example.org"],
});
/** Hosts in lower case, each with a port or without; an address of IPv6 in brackets. */
const hostList = (description: string) =>
  T.Array(Host, {
    maxItems: MOST_HOSTS,
    uniqueItems: true,
    description,
  });
export const Hosts = hostList(
  "The hosts that the secret may be sent to, like api.example.com or localhost:5232; without a port, any port",
);
export const SecretText = secret(
  T.String({ minLength: 1, maxLength: LONGEST_SECRET, description: "The secret, which no answer shows" }),
);
export const SecretRef = T.String({
  minLength: 1,
  maxLength: 600,
  pattern: "^(keychain:[^/]+/.+|vault:.+|env:.+)$",
  "x-must": "must be keychain:<service>/<account>, vault:<id> or env:<NAME>, and never the secret itself",
  description: "A secret that is kept already: keychain:<service>/<account>, vault:<id> or env:<NAME>",
});
/** Exactly one of the two is given. */
export const SecretOrReference = {
  ...needsOne(["secret"], ["secretRef"]),
  "x-must":
    "needs either secret (on the command line as a file, or - for standard input), or secretRef, which names one that is kept already",
};

export const BackendName = oneOf("keychain", "vault", "env");
export type BackendName = Static<typeof BackendName>;
export const Status = oneOf("active", "disabled");
export const StatusReason = oneOf("asked", "check_failed", "secret_unreadable");
export type StatusReason = Static<typeof StatusReason>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

/** What is stored of a connection, as far as anybody may see it. */
export const connectionMembers = {
  id: T.String({ description: "Its id" }),
  connection: T.String({ description: "Name of the connection" }),
  label: T.String({ description: "A name for people" }),
  provider: T.String({ description: "The provider" }),
  secretRef: T.String({ description: "Where its secret is kept; not the secret" }),
  backend: described(BackendName, "Where the secret is kept"),
  scopes: T.Array(T.String(), { description: "The scopes" }),
  hosts: T.Optional(
    hostList(
      "The hosts that its secret may be sent to. Empty until its first use sets them; absent where it was created before hosts were stored",
    ),
  ),
  ownerId: T.Optional(T.String({ description: "The principal that created it, which may use it" })),
  status: described(Status, "Its status"),
  statusReason: T.Optional(described(StatusReason, "Why it has this status")),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
};

export const Connection = T.Object({
  ...connectionMembers,
  lastUsedAt: T.Optional(time("When its secret was last handed out, noted once a minute")),
  usedBy: T.Array(T.String(), { description: "The groups that used it within the last 30 days" }),
});
export type Connection = Static<typeof Connection>;

export const ProviderEntry = T.Object({
  id: T.String({ description: "Its id" }),
  label: T.String({ description: "A name for people" }),
  connections: T.Integer({ description: "How many there are, at most 10,000" }),
});

export const BackendState = T.Object({
  name: described(BackendName, "Its name"),
  works: T.Boolean({ description: "Whether it can keep secrets now" }),
  isDefault: T.Boolean({ description: "Whether secrets go there when no backend is named" }),
  reason: T.Optional(T.String({ description: "Why it does not work here" })),
  fix: T.Optional(T.String({ description: "What would help" })),
  keyIn: T.Optional(described(oneOf("keychain", "file"), "Where the key is kept")),
  leftovers: T.Integer({ description: "Secrets that nobody uses any more and that are still to be removed" }),
});
