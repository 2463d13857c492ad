import { defineError, T } from "@postern/core";

export const NoDataFolder = defineError("service.no_data_folder", {
  status: 409,
  data: T.Object({}),
  message: () => "This gateway has no data folder for backups. Set `data` in the configuration of the plugin service.",
});

export const BackupExists = defineError("service.backup_exists", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `Backup "${path}" already exists. Use another name or omit it.`,
});

export const BackupFailed = defineError("service.backup_failed", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The backup could not be written (${reason}) and was removed`,
});

export const BackupNotFound = defineError("service.backup_not_found", {
  status: 404,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `Backup "${path}" not found in the folder backups`,
});

export const BackupDamaged = defineError("service.backup_damaged", {
  status: 409,
  data: T.Object({ path: T.String(), reason: T.String() }),
  message: ({ path, reason }) => `Backup "${path}" cannot be restored: ${reason}`,
});

export const BackupNotOpened = defineError("service.backup_not_opened", {
  status: 409,
  data: T.Object({ path: T.String(), reason: T.String() }),
  message: ({ path, reason }) =>
    `Backup "${path}" cannot be opened: ${reason}. Use the identity of a recipient (--identity-file) or the passphrase (--passphrase-file).`,
});

export const NotUndoable = defineError("service.not_undoable", {
  status: 404,
  data: T.Object({ event: T.String() }),
  message: ({ event }) =>
    `No command of event ${event} can be undone by this key: its effect may be outside of the gateway or final, or it is older than 30 days`,
  fix: () => "postern service undo list",
});

export const AlreadyUndone = defineError("service.already_undone", {
  status: 409,
  data: T.Object({ event: T.String(), by: T.String() }),
  message: ({ event, by }) => `The command of event ${event} was undone by event ${by}`,
  fix: ({ by }) => `postern undo ${by}`,
});

export const NothingToUndo = defineError("service.nothing_to_undo", {
  status: 404,
  data: T.Object({ examined: T.Integer() }),
  message: ({ examined }) =>
    examined === 0
      ? "This key has executed no command that can be undone"
      : `Nothing is left to undo: the last ${examined} commands of this key are undone, or are undos`,
  fix: () => "postern service undo list --all",
});

export const GatewayNotFound = defineError("service.gateway_not_found", {
  status: 404,
  data: T.Object({ gateway: T.String(), hosts: T.Array(T.String()) }),
  message: ({ gateway, hosts }) =>
    `There is no gateway "${gateway}"${hosts.length === 0 ? "" : `. Gateways run on ${hosts.join(", ")}`}.`,
  fix: () => "postern service gateways list",
});

export const AmbiguousGateway = defineError("service.ambiguous_gateway", {
  status: 409,
  data: T.Object({ host: T.String(), ids: T.Array(T.String()) }),
  message: ({ host, ids }) => `Several gateways run on ${host}. Use an id: ${ids.join(", ")}.`,
});

export const GatewayLost = defineError("service.gateway_lost", {
  status: 409,
  data: T.Object({ gateway: T.String(), host: T.String() }),
  message: ({ gateway, host }) =>
    `Gateway ${gateway} on ${host} has ended or does not report. Other gateways continue its work.`,
  fix: () => "postern service gateways list",
});
