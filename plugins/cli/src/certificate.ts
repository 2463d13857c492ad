import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { TlsFiles } from "@postern/core/server";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import type { Config } from "./settings.ts";

/** Flags that name what HTTPS is served with. */
export interface CertificateFlags {
  cert?: string;
  key?: string;
}

/** A certificate and its key as PEM texts, and the file of the certificate. */
export interface Certificate extends TlsFiles {
  cert: string;
  key: string;
  file: string;
}

/**
 * Reads what HTTPS is served with, from the files that flags name, else the configuration; undefined where neither does.
 * Refuses what a server could not use, and warns of a key that others can read and of a certificate that has expired.
 */
export function readCertificate(
  { tls }: Pick<Config, "tls">,
  flags: CertificateFlags,
  io: Io,
): Certificate | undefined {
  if ((flags.cert === undefined) !== (flags.key === undefined)) throw new Refusal("Give --cert and --key together");
  const named = flags.cert !== undefined && flags.key !== undefined ? { cert: flags.cert, key: flags.key } : tls;
  if (!named) return undefined;
  const [file, keyFile] = [resolve(io.cwd, named.cert), resolve(io.cwd, named.key)];
  const [cert, key] = [readPem("certificate", file), readPem("key", keyFile)];
  const certificate = parseCertificate(cert, file);
  if (!certificate.checkPrivateKey(parseKey(key, keyFile))) {
    throw new Refusal(`The key ${keyFile} does not belong to the certificate ${file}`, Exit.failed);
  }
  if (isReadByOthers(keyFile)) {
    io.note(`Warning: other users of this machine can read the key ${keyFile}. Run "chmod 600 ${keyFile}"\n`);
  }
  if (Date.parse(certificate.validTo) < Date.now()) {
    io.note(`Warning: the certificate ${file} expired on ${certificate.validTo}. Clients refuse it\n`);
  }
  return { cert, key, file };
}

function readPem(what: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "the file does not exist" : code === "EACCES" ? "permission denied" : code;
    throw new Refusal(`Cannot read the ${what} ${file}: ${reason}`, Exit.failed);
  }
  const start = text.indexOf("-----BEGIN ");
  if (start < 0) throw new Refusal(`The ${what} ${file} is not in PEM format ("-----BEGIN …-----")`, Exit.failed);
  return text.slice(start);
}

function parseCertificate(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new Refusal(`The certificate ${file} does not start with a valid X.509 certificate`, Exit.failed);
  }
}

function parseKey(text: string, file: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    const isEncrypted = (error as NodeJS.ErrnoException).code === "ERR_MISSING_PASSPHRASE";
    const reason = isEncrypted
      ? `is encrypted with a passphrase. Decrypt it with "openssl pkey -in ${file} -out <file>"`
      : "is not a valid private key";
    throw new Refusal(`The key ${file} ${reason}`, Exit.failed);
  }
}

function isReadByOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}
