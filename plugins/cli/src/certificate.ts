import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { TlsFiles } from "@postern/core/server";
import type { Config } from "./config-settings.ts";
import { Exit, Refusal } from "./exit.ts";
import { fileFault } from "./file-fault.ts";
import type { Io } from "./io.ts";

/** Flags that name the certificate and the key for HTTPS. */
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
 * Reads the certificate and the key from the files in the flags, otherwise from those in the configuration; undefined
 * if neither names any. Warns about a key that other users can read and about an expired certificate.
 */
export function readCertificate(
  { tls }: Pick<Config, "tls">,
  flags: CertificateFlags,
  io: Io,
): Certificate | undefined {
  if ((flags.cert === undefined) !== (flags.key === undefined))
    throw new Refusal("--cert and --key must be used together");
  const named = flags.cert !== undefined && flags.key !== undefined ? { cert: flags.cert, key: flags.key } : tls;
  if (!named) return undefined;
  const [file, keyFile] = [resolve(io.cwd, named.cert), resolve(io.cwd, named.key)];
  const [cert, key] = [readPem("certificate", file), readPem("private key", keyFile)];
  const certificate = parseCertificate(cert, file);
  if (!certificate.checkPrivateKey(parseKey(key, keyFile))) {
    throw new Refusal(`The private key ${keyFile} does not match the certificate ${file}`, Exit.failed);
  }
  if (isReadByOthers(keyFile)) {
    io.note(`Warning: other users of this machine can read the private key ${keyFile}. Run "chmod 600 ${keyFile}".\n`);
  }
  if (Date.parse(certificate.validTo) < Date.now()) {
    io.note(`Warning: the certificate ${file} expired on ${certificate.validTo}. Clients will reject it.\n`);
  }
  return { cert, key, file };
}

function readPem(what: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Refusal(`Cannot read the ${what} ${file}: ${fileFault(error)}`, Exit.failed);
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
      ? `is encrypted with a passphrase. Decrypt it with "openssl pkey -in ${file} -out <file>".`
      : "is not valid";
    throw new Refusal(`The private key ${file} ${reason}`, Exit.failed);
  }
}

function isReadByOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}
