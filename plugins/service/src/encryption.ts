import { gatewayErrors, T } from "@postern/core";
import type { BackupOptions } from "@postern/service/backup";
import type { EncryptFor } from "./age.ts";

export const Recipients = T.Array(
  T.String({ pattern: "^age1[0-9a-z]{50,4000}$", "x-must": "must be an age recipient: age1…" }),
  { minItems: 1, maxItems: 20, description: "Encrypt for these age recipients: age1…" },
);

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "recipients", message }] });

/** Undefined without encryption. The age library is loaded on demand. */
export async function encryptionIn({ recipients, passphrase }: EncryptFor): Promise<BackupOptions["encrypt"]> {
  if (recipients === undefined && passphrase === undefined) return undefined;
  if (recipients !== undefined && passphrase !== undefined)
    throw wrong("/passphrase", "must not be used together with recipients");
  const { encryptionFor } = await import("./age.ts");
  try {
    return encryptionFor({ ...(recipients && { recipients }), ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw wrong("/recipients", "must contain only age recipients (age1…), as printed by age-keygen");
  }
}

export const encryptionText = ({ recipients }: EncryptFor): string =>
  recipients ? `for ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}` : "with a passphrase";
