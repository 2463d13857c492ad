import { oneOf, type Static, secret, T } from "@postern/core";
import { described, needsOne } from "@postern/kit/fields";

/** Enough for any key, certificate or account file; a backend may accept less. */
const MAX_SECRET_LENGTH = 65_536;

export const Provider = T.String({
  pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
  description: "Provider to which the secret belongs, like github",
});
export const Name = T.String({
  pattern: "^(?!conn_)[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$",
  description: "Name of the connection, unique among the connections of its provider",
});
export const ConnectionId = "^conn_[0-9a-f]{24}$";
export const ConnectionText = T.String({
  minLength: 1,
  maxLength: 200,
  description: "Id, name or label of the connection",
});
export const ProviderText = T.Optional(
  T.String({
    pattern: Provider.pattern as string,
    description: "Provider of the connection; required if several providers have a connection of this name",
  }),
);
export const Label = T.String({ minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f]+$" });
export const Scopes = T.Array(T.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "Permissions that the provider grants to this secret, in the provider's terms",
});
export const MAX_HOSTS = 20;
const Host = T.String({
  pattern: "^([a-z0-9_.-]{1,253}|\\[[0-9a-f:.]{2,45}\\])(:[1-9][0-9]{0,4})?$",
  maxLength: 260,
  examples: ["api.example.org"],
});
/** Hosts in lower case, each with or without a port; IPv6 addresses in brackets. */
const hostList = (description: string) =>
  T.Array(Host, {
    maxItems: MAX_HOSTS,
    uniqueItems: true,
    description,
  });
export const Hosts = hostList(
  "Hosts to which the secret may be sent, like api.example.com or localhost:5232; a host without a port allows any port",
);
export const SecretText = secret(
  T.String({ minLength: 1, maxLength: MAX_SECRET_LENGTH, description: "The secret; it is never shown" }),
);
export const SecretRef = T.String({
  minLength: 1,
  maxLength: 600,
  pattern: "^(keychain:[^/]+/.+|vault:.+|env:.+)$",
  "x-must": "must be keychain:<service>/<account>, vault:<id> or env:<NAME>, not the secret itself",
  description: "Reference to an existing secret: keychain:<service>/<account>, vault:<id> or env:<NAME>",
});
/** Exactly one of the two is required. */
export const SecretOrReference = {
  ...needsOne(["secret"], ["secretRef"]),
  "x-must":
    "needs either secret (on the command line as a file, or - for standard input) or secretRef, a reference to an existing secret",
};

export const BackendName = oneOf("keychain", "vault", "env");
export type BackendName = Static<typeof BackendName>;
/** Where the encrypted secrets of the vault are: in the store, or in a folder of one host. */
export const VaultPlace = oneOf("folder", "store");
export type VaultPlace = Static<typeof VaultPlace>;
export const Status = oneOf("active", "disabled");
export const StatusReason = oneOf("asked", "check_failed", "secret_unreadable");
export type StatusReason = Static<typeof StatusReason>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

/** The stored fields of a connection that callers may see. */
export const connectionMembers = {
  id: T.String({ description: "Id of the connection" }),
  connection: T.String({ description: "Name of the connection" }),
  label: T.String({ description: "Label for people" }),
  provider: T.String({ description: "Provider of the connection" }),
  secretRef: T.String({ description: "Reference to the secret, not the secret itself" }),
  backend: described(BackendName, "Backend that stores the secret"),
  host: T.Optional(
    T.String({
      description:
        "Host that has the secret in its keychain, its environment or its folder of the vault; absent if the secret is in the store",
    }),
  ),
  scopes: T.Array(T.String(), { description: "Permissions of the secret, in the provider's terms" }),
  hosts: T.Optional(
    hostList(
      "Hosts to which the secret may be sent; empty until the first use sets them, and absent if the connection was created before hosts were stored",
    ),
  ),
  ownerId: T.Optional(T.String({ description: "Id of the principal that created the connection and may use it" })),
  status: described(Status, "Status of the connection"),
  statusReason: T.Optional(described(StatusReason, "Reason for the status")),
  createdAt: time("When it was created"),
  updatedAt: time("When it was last updated"),
};

export const Connection = T.Object({
  ...connectionMembers,
  lastUsedAt: T.Optional(time("When its secret was last used, with an accuracy of one minute")),
  usedBy: T.Array(T.String(), { description: "Groups that used it in the last 30 days" }),
});
export type Connection = Static<typeof Connection>;

export const ProviderEntry = T.Object({
  id: T.String({ description: "Id of the provider" }),
  label: T.String({ description: "Name of the provider for people" }),
  connections: T.Integer({ description: "Number of its connections, counted up to 10,000" }),
});

export const BackendState = T.Object({
  name: described(BackendName, "Name of the backend"),
  works: T.Boolean({ description: "Whether it can be used at the moment" }),
  isDefault: T.Boolean({ description: "Whether new secrets are stored in it by default" }),
  reason: T.Optional(T.String({ description: "Why it cannot be used" })),
  fix: T.Optional(T.String({ description: "What to do about it" })),
  keyIn: T.Optional(described(oneOf("keychain", "file"), "Where the key of the vault is stored")),
  place: T.Optional(described(VaultPlace, "Where the vault stores new secrets")),
  leftovers: T.Integer({ description: "Number of unused secrets not yet removed" }),
});
