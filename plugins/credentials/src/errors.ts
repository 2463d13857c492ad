import { defineError, T } from "@postern/core";

export { SecretElsewhere, VaultKeyMissing } from "@postern/kit/sealing";

export const ConnectionNotFound = defineError("credentials.connection_not_found", {
  status: 404,
  data: T.Object({ connection: T.String(), provider: T.Optional(T.String()) }),
  message: ({ connection, provider }) =>
    `Connection ${connection === "" ? "" : `"${connection}" `}${provider === undefined ? "" : `of provider "${provider}" `}not found. List connections with "postern credentials connections list".`,
  fix: () => "postern credentials connections list",
});

export const ConnectionExists = defineError("credentials.connection_exists", {
  status: 409,
  data: T.Object({ connection: T.String(), provider: T.String(), connectionId: T.String() }),
  message: ({ connection, provider }) =>
    `The provider "${provider}" already has a connection "${connection}". Choose another name, or rotate the secret of that connection.`,
  fix: ({ connectionId }) => `postern credentials connections show --connection ${connectionId}`,
});

const Candidate = T.Object({ id: T.String(), connection: T.String(), provider: T.String() });

export const ConnectionAmbiguous = defineError("credentials.connection_ambiguous", {
  status: 409,
  data: T.Object({
    connection: T.Optional(T.String()),
    provider: T.Optional(T.String()),
    candidates: T.Array(Candidate),
  }),
  message: ({ connection, provider, candidates }) =>
    `Several connections match "${connection ?? provider}": ${candidates
      .map((candidate) => `${candidate.connection} of ${candidate.provider} (${candidate.id})`)
      .join(", ")}. Specify the id, or the name and provider.`,
});

export const ConnectionDisabled = defineError("credentials.connection_disabled", {
  status: 409,
  data: T.Object({ connectionId: T.String(), connection: T.String(), provider: T.String() }),
  message: ({ connection, provider }) =>
    `The ${provider} connection "${connection}" is disabled. Enable it with "postern credentials connections enable".`,
  fix: ({ connectionId }) => `postern credentials connections enable --connection ${connectionId}`,
});

export const ConnectionBound = defineError("credentials.connection_bound", {
  status: 409,
  data: T.Object({
    connectionId: T.String(),
    connection: T.String(),
    provider: T.String(),
    hosts: T.Array(T.String()),
    wanted: T.String({ description: "The provider or host for which it was requested" }),
  }),
  message: ({ connection, provider, hosts, wanted }) =>
    `Connection "${connection}" is for ${provider}${hosts.length > 0 ? ` at ${hosts.join(", ")}` : ""} and cannot be used for ${wanted}.`,
  fix: ({ connectionId }) => `postern credentials connections update --connection ${connectionId} --hosts HOST`,
});

export const BackendUnavailable = defineError("credentials.backend_unavailable", {
  status: 503,
  data: T.Object({ backend: T.String(), reason: T.String() }),
  message: ({ reason }) => `${reason}.`,
  fix: () => "postern credentials backends",
});

export const SecretUnreadable = defineError("credentials.secret_unreadable", {
  status: 409,
  data: T.Object({ secretRef: T.String(), reason: T.String() }),
  message: ({ secretRef, reason }) => `The secret "${secretRef}" cannot be read: ${reason}.`,
  fix: () => "postern credentials connections rotate --connection ID --secret-file -",
});

export const ProviderUnknown = defineError("credentials.provider_unknown", {
  status: 409,
  data: T.Object({ provider: T.String() }),
  message: ({ provider }) =>
    `Connections of provider "${provider}" cannot be checked, because no enabled plugin supports it. List supported providers with "postern credentials providers list".`,
  fix: () => "postern credentials providers list",
});

export const NoVault = defineError("credentials.no_vault", {
  status: 409,
  data: T.Object({}),
  message: () =>
    'No vault is configured. Set "data" or "vault.folder" in the configuration of the plugin "credentials".',
});
