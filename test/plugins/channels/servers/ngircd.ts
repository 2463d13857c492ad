import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate } from "../../../run/certificate.ts";
import { freePort } from "../../../run/port.ts";
import { type Program, program, removeFolder, tempFolder } from "./programs.ts";

export interface Ngircd extends Program {
  readonly port: number;
  readonly tlsPort: number;
  /** The self-signed certificate of the server. */
  readonly ca: string;
  stop(): Promise<void>;
}

/** A real ngIRCd. People may join #help, but not #closed. */
export async function startNgircd({ password }: { password?: string } = {}): Promise<Ngircd> {
  const folder = tempFolder();
  const { keyFile: key, certFile: cert, cert: pem } = makeCertificate(folder, ["localhost"]);
  const port = await freePort();
  const tlsPort = await freePort();
  const file = join(folder, "ngircd.conf");
  writeFileSync(
    file,
    `[Global]
Name = irc.test.example
Info = A server for tests
Listen = 127.0.0.1
Ports = ${port}
MotdPhrase = "Hello"
ServerUID = ${process.getuid?.() === 0 ? "irc" : process.getuid?.()}
ServerGID = ${process.getuid?.() === 0 ? "irc" : process.getgid?.()}
${password ? `Password = ${password}` : ""}
[Limits]
MaxConnectionsIP = 0
MaxNickLength = 20
MaxJoins = 0
MaxPenaltyTime = 0
PingTimeout = 120
PongTimeout = 20
[Options]
DNS = no
Ident = no
PAM = no
OperCanUseMode = yes
[SSL]
CertFile = ${cert}
KeyFile = ${key}
Ports = ${tlsPort}
[Operator]
Name = admin
Password = admin
[Channel]
Name = #closed
Modes = tni
`,
  );
  chmodSync(folder, 0o755);
  chmodSync(key, 0o644);
  const server = program("ngircd", ["-n", "-f", file], port);
  await server.start();
  return {
    ...server,
    port,
    tlsPort,
    ca: pem,
    async stop() {
      await server.kill();
      removeFolder(folder);
    },
  };
}
