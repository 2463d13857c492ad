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
