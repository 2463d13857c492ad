import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SecretDamaged } from "../backends/backend.ts";
import type { Key } from "./keys.ts";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/**
 * A secret as the vault keeps it: AES-256-GCM under a fresh nonce, with the reference as additional data, so that a
 * file that is put in the place of another one is found out.
 */
export function seal(key: Key, id: string, secret: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG }).setAAD(referenceOf(id));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `${JSON.stringify({ v: 1, nonce: spelled(nonce), tag: spelled(cipher.getAuthTag()), text: spelled(text) })}\n`;
}

/** Throws SecretDamaged where the file was cut, changed, or written under another key or for another reference. */
export function unseal(key: Key, id: string, sealed: string): string {
  try {
    const { v, nonce, tag, text } = JSON.parse(sealed) as Record<"v" | "nonce" | "tag" | "text", string>;
    if (Number(v) !== 1) throw new Error();
    const decipher = createDecipheriv(CIPHER, key.bytes, Buffer.from(nonce, "base64url"), { authTagLength: TAG });
    decipher.setAAD(referenceOf(id)).setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
  } catch {
    throw new SecretDamaged("its file in the vault is damaged");
  }
}

/** The same for whoever only asks whether it can be read: undefined where it cannot. */
export function opened(key: Key, id: string, sealed: string): string | undefined {
  try {
    return unseal(key, id, sealed);
  } catch {
    return undefined;
  }
}

const referenceOf = (id: string): Buffer => Buffer.from(`vault:${id}`);
const spelled = (bytes: Buffer): string => bytes.toString("base64url");
