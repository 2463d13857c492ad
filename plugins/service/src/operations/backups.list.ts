import { defineQuery, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { folderOf } from "../backups/back-up.ts";
import { backupsIn } from "../backups/files.ts";
import { folderIn, readPolicy } from "../backups/policy.ts";
import { Backup } from "../backups/schemas.ts";
import { NoDataFolder } from "../errors.ts";
import { group } from "../group.ts";

const Backups = listOf("backups", Backup, {
  path: "text",
  createdAt: "ago",
  bytes: "size",
  encrypted: ["plain", 2],
  scheduled: ["plain", 1],
  folder: ["text", 3],
});

export const backupsList = defineQuery(group, {
  id: "service.backups.list",
  summary: "List backups, newest first",
  description: "Lists backups in the folder `backups` of the data folder and in the folder of the backup policy.",
  input: T.Object({ ...Backups.fields }),
  output: Backups.output,
  errors: [NoDataFolder],
  examples: [
    { title: "All backups", input: {} },
    { title: "The newest backup", input: { limit: "1" } },
  ],
  async run({ config: { data }, store }, input) {
    if (data === undefined) throw NoDataFolder({});
    const files = await backupsIn([folderOf(data), folderIn(await readPolicy(store), data)]);
    return Backups.answer(input, listSource(files), ({ name, folder, ...file }) => ({ path: name, ...file, folder }));
  },
});
