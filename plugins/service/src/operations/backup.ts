import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, gatewayErrors, T } from "@postern/core";
import { type BackupOptions, ownFingerprint } from "@postern/core/backup";
import type { EncryptFor } from "../age.ts";
import { backUp, folderOf } from "../backup.ts";
import { BackupExists, BackupFailed, NoDataFolder } from "../errors.ts";
import { backupMade } from "../events.ts";
import { group } from "../group.ts";
import { BackupName, Passphrase } from "../schemas.ts";

export const backup = defineCommand(group, {
  id: "service.backup",
  summary: "Back up the store, with the large values beside it",
  description:
    "One consistent moment in one file, while writes go on, signed with the key of this installation. The file holds everything, digests of keys and stored secrets included: name age recipients or a passphrase to encrypt it. `postern restore` takes it back.",
  input: T.Object({
    path: T.Optional(
      T.String({
        ...{ pattern: BackupName.pattern as string },
        description: "A name below the folder `backups` of the data folder; the moment when left out",
      }),
    ),
    recipients: T.Optional(
      T.Array(T.String({ pattern: "^age1[0-9a-z]{50,4000}$", "x-must": "must be an age recipient: age1…" }), {
        minItems: 1,
        maxItems: 20,
        description: "Encrypt for the holders of these age keys: age1…",
      }),
    ),
    passphrase: T.Optional(Passphrase),
  }),
  output: T.Object({
    path: T.String({ description: "Below the data folder" }),
    records: T.Integer({ description: "How many records" }),
    blobs: T.Integer({ description: "Large values that were copied" }),
    bytes: T.Integer({ description: "Size, in bytes" }),
    damaged: T.Integer({ description: "Records that were found damaged, and left out" }),
    signer: T.String({ description: "Fingerprint of the key that signed it: SHA256:…" }),
    encrypted: T.Boolean({ description: "Whether it is encrypted, in the age format" }),
  }),
  errors: [NoDataFolder, BackupExists, BackupFailed],
  examples: [
    { title: "Under a name of its own", input: {} },
    { title: "Before an upgrade", input: { path: "before-upgrade.backup" } },
    {
      title: "For the holder of an age key only",
      input: { recipients: ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"] },
    },
  ],
  async plan({ config }, { path, ...keys }) {
    if (config.data === undefined) throw NoDataFolder({});
    if (path !== undefined && existsSync(join(folderOf(config.data), path)))
      throw BackupExists({ path: `backups/${path}` });
    const encrypted = (await encryptionIn(keys)) === undefined ? "" : `, encrypted for ${whom(keys)}`;
    return { summary: `Back up the store${path === undefined ? "" : ` as backups/${path}`}${encrypted}` };
  },
  async execute({ config, services, now, signal, emit }, _plan, { path: said, ...keys }) {
    const { version } = services.gateway;
    const data = config.data as string;
    const encrypt = await encryptionIn(keys);
    const path = said ?? `${nameOf(now)}${encrypt ? ".age" : ""}`;
    const about = { version, now, signal, ...(encrypt && { encrypt }) };
    const counts = await backUp(services.store, data, path, about);
    const told = { path: `backups/${path}`, records: counts.records, blobs: counts.blobs, bytes: counts.bytes };
    emit(backupMade, told);
    const signer = (await ownFingerprint(data)) as string;
    return { ...told, damaged: counts.damaged, signer, encrypted: encrypt !== undefined };
  },
});

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "recipients", message }] });

/** Undefined where nothing is to be encrypted. The library of age is loaded only where it is. */
async function encryptionIn({ recipients, passphrase }: EncryptFor): Promise<BackupOptions["encrypt"]> {
  if (recipients === undefined && passphrase === undefined) return undefined;
  if (recipients !== undefined && passphrase !== undefined)
    throw wrong("/passphrase", "must not be given together with recipients: a file of age has one or the other");
  const { encryptionFor } = await import("../age.ts");
  try {
    return encryptionFor({ ...(recipients && { recipients }), ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw wrong("/recipients", "must be age recipients (age1…), as age-keygen shows them: one of them is not");
  }
}

const whom = ({ recipients }: EncryptFor): string =>
  recipients ? `${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}` : "a passphrase";

/** `postern-20261121T064500123Z.backup` */
const nameOf = (now: number): string => `postern-${new Date(now).toISOString().replace(/[-:.]/g, "")}.backup`;
