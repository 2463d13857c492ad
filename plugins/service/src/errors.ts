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
