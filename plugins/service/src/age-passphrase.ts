import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { type Identity, type Recipient, Stanza } from "age-encryption";

/** The work factor of age: about a second and 256 MiB per attempt. */
const WORK = 18;
const MAX_WORK = 20;
const LABEL = "age-encryption.org/v1/scrypt";
const CIPHER = "chacha20-poly1305";
const [SALT, TAG] = [16, 16];
/** A fixed nonce is safe because each key encrypts a single message. */
const NONCE = Buffer.alloc(12);

/**
 * Passphrases of the age format with Node's scrypt on a separate thread: the library's scrypt blocks the gateway for
 * seconds.
 */
export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT);
      const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, WORK), NONCE, { authTagLength: TAG });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(["scrypt", salt.toString("base64").replace(/=+$/, ""), String(WORK)], body)];
    },
  };
}

export function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [{ args, body }, ...others] = stanzas as [Stanza, ...Stanza[]];
      const [kind, salted = "", work = ""] = args;
      const isSupported =
        kind === "scrypt" && others.length === 0 && /^[1-9]\d?$/.test(work) && Number(work) <= MAX_WORK;
      if (!isSupported) return null;
      const key = await keyOf(passphrase, Buffer.from(salted, "base64"), Number(work));
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG });
      try {
        decipher.setAuthTag(body.subarray(-TAG));
        return Buffer.concat([decipher.update(body.subarray(0, -TAG)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

const keyOf = (passphrase: string, salt: Buffer, work: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const [N, r, p] = [2 ** work, 8, 1];
    const text = Buffer.concat([Buffer.from(LABEL), salt]);
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    scrypt(passphrase, text, 32, { N, r, p, maxmem: 256 * N * r }, done);
  });
