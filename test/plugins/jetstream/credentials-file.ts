import { createHash } from "node:crypto";
import { createAccount, createOperator, createUser, type KeyPair } from "@nats-io/nkeys";

const encode = (value: object | Uint8Array): string =>
  (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(JSON.stringify(value))).toString("base64url");

/** A claim of NATS: about the holder of one key, signed with another. */
function claim(subject: KeyPair, issuer: KeyPair, name: string, nats: object): string {
  const body = { iat: 1_700_000_000, iss: issuer.getPublicKey(), name, sub: subject.getPublicKey(), nats };
  const jti = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode({ jti, ...body })}`;
  return `${text}.${encode(issuer.sign(Buffer.from(text)))}`;
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };
const ACCOUNT = { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
const JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

/** The configuration of a server whose users have credentials files, and such a file. */
export function credentialsFile(): { config: string; file: string } {
  const [operator, account, system, user] = [createOperator(), createAccount(), createAccount(), createUser()];
  const accountClaim = (of: KeyPair, name: string, limits: object) =>
    claim(of, operator, name, { limits, default_permissions: { pub: {}, sub: {} }, type: "account", version: 2 });
  const own = { type: "operator", version: 2, system_account: system.getPublicKey() };
  const config = `operator: ${claim(operator, operator, "operator", own)}
resolver: MEMORY
resolver_preload: {
  ${account.getPublicKey()}: ${accountClaim(account, "account", { ...ACCOUNT, ...JETSTREAM })}
  ${system.getPublicKey()}: ${accountClaim(system, "system", ACCOUNT)}
}`;
  const jwt = claim(user, account, "user", { ...UNLIMITED, pub: {}, sub: {}, type: "user", version: 2 });
  const seed = new TextDecoder().decode(user.getSeed());
  const file = `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n
-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
  return { config, file };
}
