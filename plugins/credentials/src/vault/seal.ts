import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SecretDamaged } from "../backends/backend.ts";
import type { Key } from "./keys.ts";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts a secret with AES-256-GCM and a new nonce. The reference is additional authenticated data, so a file that
 * replaces another one is detected.
 */
export function seal(key: Key, id: string, secret: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG }).setAAD(referenceOf(id));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `${JSON.stringify({ v: 1, nonce: encode(nonce), tag: encode(cipher.getAuthTag()), text: encode(text) })}\n`;
}

/** Throws SecretDamaged if the file was truncated or changed, or has another key or reference. */
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

/** Returns the secret, or undefined if it cannot be decrypted. */
export function opened(key: Key, id: string, sealed: string): string | undefined {
  try {
    return unseal(key, id, sealed);
  } catch {
    return undefined;
  }
}

const referenceOf = (id: string): Buffer => Buffer.from(`vault:${id}`);
const encode = (bytes: Buffer): string => bytes.toString("base64url");
