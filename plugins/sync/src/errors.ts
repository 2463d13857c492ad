import { defineError, T } from "@postern/core";

const none = T.Object({});

export const NotLinked = defineError("sync.not_linked", {
  status: 409,
  data: none,
  message: () => "No other gateway is linked",
  fix: () => "postern sync link --console-url https://other.example.com --connection other --execute",
});

export const LinkNotYours = defineError("sync.link_not_yours", {
  status: 403,
  data: none,
  message: () => "Only the owner of the link or an admin may do this",
});

export const AlreadyLinked = defineError("sync.already_linked", {
  status: 409,
  data: T.Object({ consoleUrl: T.String() }),
  message: ({ consoleUrl }) => `The gateway at ${consoleUrl} is linked already, and there can be one`,
  fix: () => "postern sync unlink --execute",
});

export const SameGateway = defineError("sync.same_gateway", {
  status: 409,
  data: none,
  message: () => "That address is this gateway itself, or a copy of its store",
});

export const OtherUnreachable = defineError("sync.other_unreachable", {
  status: 409,
  data: T.Object({ host: T.String(), reason: T.String() }),
  message: ({ host, reason }) => `The gateway at ${host} cannot be used: ${reason}`,
});

export const ConnectionMissing = defineError("sync.connection_not_found", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `There is no connection ${connection}, or several; its secret is to be a key of the other gateway with the scope sync:exchange`,
  fix: () => "postern credentials connections list",
});

export const ConnectionOff = defineError("sync.connection_disabled", {
  status: 409,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) => `The connection ${connection} is disabled`,
  fix: ({ connection }) => `postern credentials connections enable --connection ${connection}`,
});

export const NothingEnabled = defineError("sync.off", {
  status: 409,
  data: none,
  message: () => "Sync is off on this gateway: no group is enabled",
  fix: () => "postern sync enable",
});

export const DomainDisabled = defineError("sync.domain_disabled", {
  status: 409,
  data: T.Object({ domain: T.String() }),
  message: ({ domain }) => `Sync of ${domain} is disabled on this gateway`,
  fix: ({ domain }) => `postern sync enable --domains ${domain}`,
});

export const ConflictNotFound = defineError("sync.conflict_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `There is no conflict ${id}`,
  fix: () => "postern sync conflicts list",
});

export const NotApplicable = defineError("sync.not_applicable", {
  status: 409,
  data: T.Object({ id: T.String(), reason: T.String() }),
  message: ({ id, reason }) => `The version that lost in ${id} cannot be brought back: ${reason}`,
});
