import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

export interface Credentials {
  username: string;
  password: string;
}

const derive = promisify(pbkdf2);
/** Fewer rounds would be weak, and more would only block the machine. */
const ROUNDS = { least: 4_096, most: 1_000_000 };

/** UTF-8 as a binary string: the library encodes each character as one byte. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

/** Replaces the library's SCRAM, which derives the key in JavaScript and blocks the process for about a second. */
function scram(name: string, hash: "sha1" | "sha256", bytes: number) {
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const nameOf = (username: string) => username.normalize("NFKC").replaceAll("=", "=3D").replaceAll(",", "=2C");

  return {
    name,
    // The library creates one for each login with `new`.
    mech: class {
      readonly name = name;
      readonly clientFirst = true;
      readonly #nonce = randomBytes(18).toString("base64");
      #challenge: string | undefined;

      challenge(challenge: string): this {
        this.#challenge = challenge;
        return this;
      }

      async response({ username, password }: Credentials): Promise<string> {
        const first = `n=${nameOf(username)},r=${this.#nonce}`;
        if (this.#challenge === undefined) return bytesOf(`n,,${first}`);
        const said = Object.fromEntries(this.#challenge.split(",").map((part) => [part[0], part.slice(2)]));
        const { r: nonce = "", s: salt = "", i: rounds = "" } = said as Record<string, string>;
        const count = Number(rounds);
        if (!nonce.startsWith(this.#nonce) || !(count >= ROUNDS.least && count <= ROUNDS.most)) {
          throw new Error("The server sent an invalid SCRAM challenge");
        }
        const key = await derive(password.normalize("NFKC"), Buffer.from(salt, "base64"), count, bytes, hash);
        const client = hmac(key, "Client Key");
        const last = `c=biws,r=${nonce}`;
        const signature = hmac(createHash(hash).update(client).digest(), `${first},${this.#challenge},${last}`);
        const proof = Buffer.from(client.map((byte, index) => byte ^ (signature[index] ?? 0)));
        return `${last},p=${proof.toString("base64")}`;
      }
    },
  };
}

/** For servers without SCRAM. Used only with TLS. */
const plain = {
  name: "PLAIN",
  mech: class {
    readonly name = "PLAIN";
    readonly clientFirst = true;
    readonly response = ({ username, password }: Credentials) => bytesOf(`\0${username}\0${password}`);
    readonly challenge = () => undefined;
  },
};

/** A SASL mechanism, created by the library for each login. */
export type Mechanism = new () => { readonly name: string };

interface Login {
  /** The name that servers offer. */
  readonly name: string;
  /** A unique name, because the library may have a mechanism with the same name. */
  readonly ownName: string;
  readonly mechanism: Mechanism;
}

const loginWith = ({ name, mech }: { name: string; mech: Mechanism }): Login => ({
  name,
  ownName: `postern ${name}`,
  mechanism: mech,
});

/** The supported mechanisms, the best one first. */
export const LOGINS: readonly Login[] = [
  scram("SCRAM-SHA-256", "sha256", 32),
  scram("SCRAM-SHA-1", "sha1", 20),
  plain,
].map(loginWith);

/** The best mechanism that the server offers. Throws if there is none: passwords are never sent in plain text. */
export function mechanismFor(offered: readonly string[], isSecure: boolean): string {
  const best = LOGINS.find(({ name }) => offered.includes(name) && (isSecure || name !== "PLAIN"));
  if (!best) throw new Error(`SASL: no supported login mechanism; the server offers ${offered.join(", ")}`);
  return best.ownName;
}
