import { defineError, T } from "@postern/core";

export const NoDataFolder = defineError("service.no_data_folder", {
  status: 409,
  data: T.Object({}),
  message: () => "This gateway has no data folder to keep backups in: configure `data` of the service group",
});

export const BackupExists = defineError("service.backup_exists", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `There is a backup ${path} already: name another, or none`,
});

export const BackupFailed = defineError("service.backup_failed", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The backup could not be written (${reason}), and nothing of it is left`,
});

export const BackupNotFound = defineError("service.backup_not_found", {
  status: 404,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `There is no backup ${path} in the folder backups`,
});

export const BackupDamaged = defineError("service.backup_damaged", {
  status: 409,
  data: T.Object({ path: T.String(), reason: T.String() }),
  message: ({ path, reason }) => `The backup ${path} cannot be restored: ${reason}`,
});

export const BackupNotOpened = defineError("service.backup_not_opened", {
  status: 409,
  data: T.Object({ path: T.String(), reason: T.String() }),
  message: ({ path, reason }) =>
    `${path}: ${reason}. Give the identity of one of its recipients, or its passphrase (--identity-file, --passphrase-file)`,
});
