import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { link, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fingerprintOf, type SignBackup } from "./signature.ts";

/**
 * The key of the installation, in its data folder. Backups do not contain it, so a restored installation signs with
 * another key.
 */
const NAME = "signing-key.pem";
const fileOf = (data: string): string => join(data, NAME);

/** The key exists but must not be used. The message says why and what to do. */
export class SigningKeyUnusable extends Error {}

/** Signs with the key of the installation, which is created on first use. Throws if other users can read its file. */
export const signerOf =
  (data: string): SignBackup =>
  async (text) => {
    const key = (await read(data)) ?? (await make(data));
    return { publicKey: publicPart(key), signature: sign(null, text, key).toString("base64url") };
  };

/** The fingerprint of the installation's key. Undefined before its first use. */
export async function ownFingerprint(data: string): Promise<string | undefined> {
  const key = await read(data);
  return key && fingerprintOf(publicPart(key));
}

const publicPart = (key: KeyObject): string => createPublicKey(key).export({ format: "jwk" }).x as string;

async function read(data: string): Promise<KeyObject | undefined> {
  const path = fileOf(data);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0)
    throw new SigningKeyUnusable(
      `${NAME} is readable by other users. Run "chmod 600" on it, or delete it to create a new key.`,
    );
  try {
    return createPrivateKey(text);
  } catch {
    throw new SigningKeyUnusable(`${NAME} is damaged. Restore it, or delete it to create a new key.`);
  }
}

/** Atomic: if two processes run at the same time, the first one creates the key. */
async function make(data: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const fresh = `${fileOf(data)}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(fresh, "wx", 0o600);
    try {
      await file.writeFile(privateKey.export({ type: "pkcs8", format: "pem" }));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(fresh, fileOf(data));
    return privateKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return (await read(data)) as KeyObject;
  } finally {
    await rm(fresh, { force: true });
  }
}
