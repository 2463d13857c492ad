import { rm } from "node:fs/promises";
import { join } from "node:path";
import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { folderOf } from "../backup.ts";
import { findBackup } from "../backups/files.ts";
import { folderIn, readPolicy } from "../backups/policy.ts";
import { Backup } from "../backups/schemas.ts";
import { BackupNotFound, NoDataFolder } from "../errors.ts";
import { group } from "../group.ts";
import { BackupName } from "../schemas.ts";

export const backupsRemove = defineCommand(group, {
  id: "service.backups.remove",
  summary: "Delete a backup",
  description: "The file is deleted and cannot be restored.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ path: described(BackupName, "File name of the backup") }),
  output: T.Object({ backup: described(Backup, "The deleted backup") }),
  errors: [NoDataFolder, BackupNotFound],
  examples: [{ title: "Delete a backup", input: { path: "before-upgrade.backup" } }],
  async plan({ config: { data }, store }, { path }) {
    if (data === undefined) throw NoDataFolder({});
    const file = await findBackup(path, [folderOf(data), folderIn(await readPolicy(store), data)]);
    if (!file) throw BackupNotFound({ path });
    const { name, ...shown } = file;
    return { summary: `Delete the backup ${path} in ${file.folder}`, backup: { path: name, ...shown } };
  },
  async execute(_ctx, { backup }) {
    await rm(join(backup.folder, backup.path), { force: true });
    return { backup };
  },
});
