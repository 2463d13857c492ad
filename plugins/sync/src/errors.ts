import { defineError, T } from "@postern/core";

const none = T.Object({});

export const NotLinked = defineError("sync.not_linked", {
  status: 409,
  data: none,
  message: () => 'No gateway is linked. Link one with "postern sync link".',
  fix: () => "postern sync link --console-url https://other.example.com --connection other --execute",
});

export const LinkNotYours = defineError("sync.link_not_yours", {
  status: 403,
  data: none,
  message: () => "Only the owner of the link or an admin may do this.",
});

export const AlreadyLinked = defineError("sync.already_linked", {
  status: 409,
  data: T.Object({ consoleUrl: T.String() }),
  message: ({ consoleUrl }) =>
    `The gateway at ${consoleUrl} is already linked. Unlink it before you link another gateway.`,
  fix: () => "postern sync unlink",
});

export const SameGateway = defineError("sync.same_gateway", {
  status: 409,
  data: none,
  message: () => "The address belongs to this gateway itself or to a copy of its store.",
});

export const OtherUnreachable = defineError("sync.other_unreachable", {
  status: 409,
  data: T.Object({ host: T.String(), reason: T.String() }),
  message: ({ host, reason }) => `The gateway at ${host} cannot be used: ${reason.replace(/\.$/, "")}.`,
});

export const ConnectionMissing = defineError("sync.connection_not_found", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `Connection "${connection}" not found or ambiguous. Create one whose secret is a key of the other gateway with the scope sync:exchange.`,
  fix: () => "postern credentials connections list",
});

export const ConnectionOff = defineError("sync.connection_disabled", {
  status: 409,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `Connection "${connection}" is disabled. Enable it with "postern credentials connections enable".`,
  fix: ({ connection }) => `postern credentials connections enable --connection ${connection}`,
});

export const NothingEnabled = defineError("sync.off", {
  status: 409,
  data: none,
  message: () => 'Sync is not enabled for any group on this gateway. Enable it with "postern sync enable".',
  fix: () => "postern sync enable",
});

export const DomainDisabled = defineError("sync.domain_disabled", {
  status: 409,
  data: T.Object({ domain: T.String() }),
  message: ({ domain }) =>
    `Sync of "${domain}" is disabled on this gateway. Enable it with "postern sync enable --domains ${domain}".`,
  fix: ({ domain }) => `postern sync enable --domains ${domain}`,
});

export const ConflictNotFound = defineError("sync.conflict_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `Conflict "${id}" not found. List conflicts with "postern sync conflicts list".`,
  fix: () => "postern sync conflicts list",
});

export const NotApplicable = defineError("sync.not_applicable", {
  status: 409,
  data: T.Object({ id: T.String(), reason: T.String() }),
  message: ({ id, reason }) =>
    `The losing version of conflict "${id}" cannot be restored: ${reason.replace(/\.$/, "")}.`,
});
