import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, T } from "@postern/core";
import { ownFingerprint } from "@postern/service/backup";
import { backUp, folderOf } from "../backup.ts";
import { encryptionIn, encryptionText, Recipients } from "../encryption.ts";
import { BackupExists, BackupFailed, NoDataFolder } from "../errors.ts";
import { backupMade } from "../events.ts";
import { group } from "../group.ts";
import { BackupName, Passphrase } from "../schemas.ts";

export const backup = defineCommand(group, {
  id: "service.backup",
  summary: "Create a backup of the store",
  description:
    "Writes a consistent snapshot of all records and large values into one file, signed with the key of this installation, without blocking writes. The file contains all data, including key digests and stored secrets. Encrypt it with age recipients or a passphrase. Restore it with `postern restore`.",
  input: T.Object({
    path: T.Optional(
      T.String({
        ...{ pattern: BackupName.pattern as string },
        description: "File name in the folder `backups` of the data folder (default: named after the current time)",
      }),
    ),
    recipients: T.Optional(Recipients),
    passphrase: T.Optional(Passphrase),
  }),
  output: T.Object({
    path: T.String({ description: "Path of the backup, relative to the data folder" }),
    records: T.Integer({ description: "Number of records" }),
    blobs: T.Integer({ description: "Number of large values" }),
    bytes: T.Integer({ description: "Size, in bytes" }),
    damaged: T.Integer({ description: "Number of damaged records, which were skipped" }),
    signer: T.String({ description: "Fingerprint of the signing key: SHA256:…" }),
    encrypted: T.Boolean({ description: "Whether the backup is encrypted, in the age format" }),
  }),
  errors: [NoDataFolder, BackupExists, BackupFailed],
  examples: [
    { title: "With a generated name", input: {} },
    { title: "Before an upgrade", input: { path: "before-upgrade.backup" } },
    {
      title: "Encrypted for an age recipient",
      input: { recipients: ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"] },
    },
  ],
  async plan({ config }, { path, ...keys }) {
    if (config.data === undefined) throw NoDataFolder({});
    if (path !== undefined && existsSync(join(folderOf(config.data), path)))
      throw BackupExists({ path: `backups/${path}` });
    const encrypted = (await encryptionIn(keys)) === undefined ? "" : `, encrypted ${encryptionText(keys)}`;
    return { summary: `Create a backup of the store${path === undefined ? "" : ` as backups/${path}`}${encrypted}` };
  },
  async execute({ config, services, now, signal, emit }, _plan, { path: name, ...keys }) {
    const { version } = services.gateway;
    const data = config.data as string;
    const encrypt = await encryptionIn(keys);
    const path = name ?? `${nameOf(now)}${encrypt ? ".age" : ""}`;
    const about = { version, now, signal, ...(encrypt && { encrypt }) };
    const counts = await backUp(services.store, data, path, about);
    const result = { path: `backups/${path}`, records: counts.records, blobs: counts.blobs, bytes: counts.bytes };
    emit(backupMade, result);
    const signer = (await ownFingerprint(data)) as string;
    return { ...result, damaged: counts.damaged, signer, encrypted: encrypt !== undefined };
  },
});

/** `postern-20261121T064500123Z.backup` */
const nameOf = (now: number): string => `postern-${new Date(now).toISOString().replace(/[-:.]/g, "")}.backup`;
