import { join } from "node:path";
import { defineQuery, secret, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { InvalidBackup, ownFingerprint } from "@postern/service/backup";
import { folderOf } from "../backup.ts";
import { findBackup } from "../backups/files.ts";
import { folderIn, readPolicy } from "../backups/policy.ts";
import { BackupDamaged, BackupNotFound, BackupNotOpened, NoDataFolder } from "../errors.ts";
import { group } from "../group.ts";
import { BackupLocked } from "../locked.ts";
import { openAnyBackup } from "../open.ts";
import { BackupName, Passphrase, Signer } from "../schemas.ts";

export const backupsVerify = defineQuery(group, {
  id: "service.backups.verify",
  summary: "Verify a backup and its signature",
  description:
    "Reads the whole file. A valid backup can be unsigned or signed by another installation: check `signer`.",
  input: T.Object({
    path: described(BackupName, "File name of the backup"),
    identity: T.Optional(
      secret(T.String({ maxLength: 65_536, description: "age identities to decrypt the backup, one per line" })),
    ),
    passphrase: T.Optional(Passphrase),
  }),
  output: T.Object({
    createdAt: T.Integer({ description: "Creation time, Unix milliseconds" }),
    version: T.String({ description: "Version of Postern that wrote it" }),
    records: T.Integer({ description: "Number of records" }),
    blobs: T.Integer({ description: "Number of large values" }),
    signer: T.Optional(described(Signer, "Signer of the backup; absent if it is not signed")),
  }),
  errors: [NoDataFolder, BackupNotFound, BackupDamaged, BackupNotOpened],
  examples: [{ title: "Verify a backup before an upgrade", input: { path: "before-upgrade.backup" } }],
  async run({ config, signal, store }, { path, ...given }) {
    if (config.data === undefined) throw NoDataFolder({});
    try {
      const folders = [folderOf(config.data), folderIn(await readPolicy(store), config.data)];
      const folder = (await findBackup(path, folders))?.folder ?? folderOf(config.data);
      const backup = await openAnyBackup(join(folder, path), given);
      try {
        const counts = { records: 0, blobs: 0 };
        for await (const { kind } of backup.frames()) {
          signal.throwIfAborted();
          counts[kind === "blob" ? "blobs" : "records"]++;
        }
        const fingerprint = backup.signer();
        const isOwn = fingerprint !== undefined && fingerprint === (await ownFingerprint(config.data));
        const { createdAt, version } = backup.header;
        return { createdAt, version, ...counts, ...(fingerprint !== undefined && { signer: { fingerprint, isOwn } }) };
      } finally {
        await backup.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw BackupNotFound({ path });
      if (error instanceof InvalidBackup) throw BackupDamaged({ path, reason: error.message });
      if (error instanceof BackupLocked) throw BackupNotOpened({ path, reason: error.message });
      throw error;
    }
  },
});
