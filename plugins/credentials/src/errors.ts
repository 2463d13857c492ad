import { defineError, T } from "@postern/core";

export const ConnectionNotFound = defineError("credentials.connection_not_found", {
  status: 404,
  data: T.Object({ connection: T.String(), provider: T.Optional(T.String()) }),
  message: ({ connection, provider }) =>
    `Connection ${connection}${provider === undefined ? "" : ` of the provider ${provider}`} not found`,
  fix: () => "postern credentials connections list",
});

export const ConnectionExists = defineError("credentials.connection_exists", {
  status: 409,
  data: T.Object({ connection: T.String(), provider: T.String(), connectionId: T.String() }),
  message: ({ connection, provider }) => `${provider} has a connection ${connection} already`,
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
    `Several connections are meant by ${connection ?? provider}: ${candidates
      .map((one) => `${one.connection} of ${one.provider} (${one.id})`)
      .join(", ")}; name one by its id, or by its name and provider`,
});

export const ConnectionDisabled = defineError("credentials.connection_disabled", {
  status: 409,
  data: T.Object({ connectionId: T.String(), connection: T.String(), provider: T.String() }),
  message: ({ connection, provider }) => `The connection ${connection} of ${provider} is disabled`,
  fix: ({ connectionId }) => `postern credentials connections enable --connection ${connectionId}`,
});

export const ConnectionBound = defineError("credentials.connection_bound", {
  status: 409,
  data: T.Object({
    connectionId: T.String(),
    connection: T.String(),
    provider: T.String(),
    hosts: T.Array(T.String()),
    wanted: T.String({ description: "The provider or host that it was to be used for" }),
  }),
  message: ({ connection, provider, hosts, wanted }) =>
    `Connection "${connection}" is for ${provider}${hosts.length > 0 ? ` at ${hosts.join(", ")}` : ""} and cannot be used for ${wanted}`,
  fix: ({ connectionId }) => `postern credentials connections update --connection ${connectionId} --hosts HOST`,
});

export const BackendUnavailable = defineError("credentials.backend_unavailable", {
  status: 503,
  data: T.Object({ backend: T.String(), reason: T.String() }),
  message: ({ reason }) => reason,
  fix: () => "postern credentials backends",
});

export const SecretUnreadable = defineError("credentials.secret_unreadable", {
  status: 409,
  data: T.Object({ secretRef: T.String(), reason: T.String() }),
  message: ({ secretRef, reason }) => `The secret at ${secretRef} cannot be had: ${reason}`,
  fix: () => "postern credentials connections rotate --connection ID --secret-file -",
});

export const ProviderUnknown = defineError("credentials.provider_unknown", {
  status: 409,
  data: T.Object({ provider: T.String() }),
  message: ({ provider }) => `No plugin that runs here can check connections of ${provider}`,
  fix: () => "postern credentials providers list",
});

export const NoVault = defineError("credentials.no_vault", {
  status: 409,
  data: T.Object({}),
  message: () => "There is no vault: configure data, or vault.folder, of the credentials group",
});
