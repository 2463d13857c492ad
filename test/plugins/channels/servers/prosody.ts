import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate } from "../../../run/certificate.ts";
import { freePort } from "../../../run/port.ts";
import { type Program, program, removeFolder, tempFolder } from "./programs.ts";

export const DOMAIN = "localhost";
export const ROOMS = "rooms.localhost";

export interface Prosody extends Program {
  readonly port: number;
  readonly tlsPort: number;
  /** The self-signed certificate of the server. */
  readonly ca: string;
  /** Creates an account with its name as password. */
  register(name: string): void;
  stop(): Promise<void>;
}

/**
 * A real prosody with stream management, rooms with their default settings, and either archives or offline messages.
 */
export async function startProsody({ archive = true }: { archive?: boolean } = {}): Promise<Prosody> {
  const folder = tempFolder();
  const { keyFile: key, certFile: cert, cert: pem } = makeCertificate(folder, [DOMAIN, ROOMS]);
  const port = await freePort();
  const tlsPort = await freePort();
  const data = join(folder, "data");
  mkdirSync(data);
  const file = join(folder, "prosody.cfg.lua");
  writeFileSync(
    file,
    `daemonize = false
run_as_root = true
pidfile = "${join(folder, "prosody.pid")}"
data_path = "${data}"
log = { warn = "${join(folder, "log")}" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_direct_tls_ports = { ${tlsPort} }
s2s_ports = { }
c2s_require_encryption = false
allow_unencrypted_plain_auth = false
authentication = "internal_hashed"
storage = "internal"
modules_enabled = { "saslauth", "tls", "roster", "disco", "ping", "smacks", "presence", "message", "iq"${archive ? ', "mam"' : ', "offline"'} }
modules_disabled = { "s2s", "http"${archive ? ', "offline"' : ""} }
archive_expires_after = "never"
max_archive_query_results = 20
limits = { }
ssl = { key = "${key}", certificate = "${cert}" }
c2s_direct_tls_ssl = { key = "${key}", certificate = "${cert}" }
VirtualHost "${DOMAIN}"
Component "${ROOMS}" "muc"
  modules_enabled = { ${archive ? '"muc_mam"' : ""} }
`,
  );
  chmodSync(folder, 0o755);
  chmodSync(key, 0o644);
  const asRoot = process.getuid?.() === 0 ? ["--root"] : [];
  const server = program("prosody", [...asRoot, "--config", file, "-F"], port);
  await server.start();
  return {
    ...server,
    port,
    tlsPort,
    ca: pem,
    register(name) {
      execFileSync("prosodyctl", [...asRoot, "--config", file, "register", name, DOMAIN, name], { stdio: "ignore" });
    },
    async stop() {
      await server.kill();
      removeFolder(folder);
    },
  };
}
