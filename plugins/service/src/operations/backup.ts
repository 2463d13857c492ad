import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, T } from "@postern/core";
import { backUp, folderOf } from "../backup.ts";
import { BackupExists, BackupFailed, NoDataFolder } from "../errors.ts";
import { backupMade } from "../events.ts";
import { group } from "../group.ts";

export const backup = defineCommand(group, {
  id: "service.backup",
  summary: "Back up the store, with the large values beside it",
  description:
    "One consistent moment in one file, while writes go on. The file holds everything, digests of keys and stored secrets included; `postern restore` takes it back.",
  input: T.Object({
    path: T.Optional(
      T.String({
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$",
        description: "A name below the folder `backups` of the data folder; the moment when left out",
      }),
    ),
  }),
  output: T.Object({
    path: T.String({ description: "Below the data folder" }),
    records: T.Integer({ description: "How many records" }),
    blobs: T.Integer({ description: "Large values that were copied" }),
    bytes: T.Integer({ description: "Size, in bytes" }),
    damaged: T.Integer({ description: "Records that were found damaged, and left out" }),
  }),
  errors: [NoDataFolder, BackupExists, BackupFailed],
  examples: [
    { title: "Under a name of its own", input: {} },
    { title: "Before an upgrade", input: { path: "before-upgrade.backup" } },
  ],
  plan({ config }, { path }) {
    if (config.data === undefined) throw NoDataFolder({});
    if (path !== undefined && existsSync(join(folderOf(config.data), path)))
      throw BackupExists({ path: `backups/${path}` });
    return { summary: `Back up the store${path === undefined ? "" : ` as backups/${path}`}` };
  },
  async execute({ config, services, now, signal, emit }, _plan, { path = nameOf(now) }) {
    const { version } = services.gateway;
    const counts = await backUp(services.store, config.data as string, path, { version, now, signal });
    const told = { path: `backups/${path}`, records: counts.records, blobs: counts.blobs, bytes: counts.bytes };
    emit(backupMade, told);
    return { ...told, damaged: counts.damaged };
  },
});

/** `postern-20261121T064500123Z.backup` */
const nameOf = (now: number): string => `postern-${new Date(now).toISOString().replace(/[-:.]/g, "")}.backup`;
