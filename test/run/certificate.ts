import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "./programs.ts";

/** Makes a certificate that signs itself, valid for these names and 127.0.0.1, and its key, readable by its owner. */
export function makeCertificate(folder: string, names: readonly string[] = ["localhost"], name = "own") {
  const [keyFile, certFile] = [join(folder, `${name}-key.pem`), join(folder, `${name}-cert.pem`)];
  const also = [...names.map((host) => `DNS:${host}`), "IP:127.0.0.1"].join(",");
  const subject = ["-subj", `/CN=${names[0]}`, "-addext", `subjectAltName=${also}`];
  const kind = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" ");
  execFileSync(pathOf("openssl"), [...kind, ...subject, "-keyout", keyFile, "-out", certFile], { stdio: "ignore" });
  chmodSync(keyFile, 0o600);
  return { keyFile, certFile, key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
}
