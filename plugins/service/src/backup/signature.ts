import { createHash, createPublicKey, verify } from "node:crypto";

/** The signature of a backup: an Ed25519 key and its signature over `signedText`, both in base64url. */
export interface BackupSignature {
  readonly publicKey: string;
  readonly signature: string;
}
export type SignBackup = (text: Uint8Array) => Promise<BackupSignature>;

/** The signed text, from the digest (`createPieceDigest`) of every byte before the signature. */
export const signedText = (digest: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from("postern backup signature 1\n"), digest]);

/** The fingerprint of a key in the format of OpenSSH: `SHA256:…`, 50 characters. */
export const fingerprintOf = (publicKey: string): string =>
  `SHA256:${createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("base64url")}`;

export function isSignedBy({ publicKey, signature }: BackupSignature, digest: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
    return verify(null, signedText(digest), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}
