import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

export interface Credentials {
  username: string;
  password: string;
}

const derive = promisify(pbkdf2);
/** Fewer would be weak, more would only keep the machine busy. */
const ROUNDS = { least: 4_096, most: 1_000_000 };

/** UTF-8 as the library wants it, which takes each character for a byte. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

/** The library's own computes the key in JavaScript, for a second in which nothing else runs. */
function scram(name: string, hash: "sha1" | "sha256", bytes: number) {
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const nameOf = (username: string) => username.normalize("NFKC").replaceAll("=", "=3D").replaceAll(",", "=2C");

  return {
    name,
    // The library makes one for each login, with `new`.
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
          throw new Error("The server's part of the login makes no sense");
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

/** For those servers that know nothing else; with TLS alone. */
const plain = {
  name: "PLAIN",
  mech: class {
    readonly name = "PLAIN";
    readonly clientFirst = true;
    readonly response = ({ username, password }: Credentials) => bytesOf(`\0${username}\0${password}`);
    readonly challenge = () => undefined;
  },
};

/** A mechanism of SASL as the library makes one for each login. */
export type Mechanism = new () => { readonly name: string };

interface Login {
  /** As servers offer it. */
  readonly name: string;
  /** A name under which it is found where the library has a mechanism of the same name. */
  readonly ownName: string;
  readonly mechanism: Mechanism;
}

const loginWith = ({ name, mech }: { name: string; mech: Mechanism }): Login => ({
  name,
  ownName: `postern ${name}`,
  mechanism: mech,
});

/** The ways to log in, the best one first. */
export const LOGINS: readonly Login[] = [
  scram("SCRAM-SHA-256", "sha256", 32),
  scram("SCRAM-SHA-1", "sha1", 20),
  plain,
].map(loginWith);

/** The name of the best mechanism that a server offers. Throws where there is none: a password is never sent in plain text. */
export function mechanismFor(offered: readonly string[], isSecure: boolean): string {
  const best = LOGINS.find(({ name }) => offered.includes(name) && (isSecure || name !== "PLAIN"));
  if (!best) throw new Error(`SASL: no mechanism to log in with; the server offers ${offered.join(", ")}`);
  return best.ownName;
}
