import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../run/port.ts";
import { pathOf } from "../../run/programs.ts";
import { type DavServer, ready, tempFolder } from "./dav-server.ts";
import { PASSWORD, USER } from "./delivery-servers.ts";

/** Radicale as packaged by Debian, with a password file and a calendar. */
export async function startRadicale({ user = USER } = {}): Promise<DavServer> {
  const folder = tempFolder();
  const users = join(folder, "users");
  writeFileSync(users, `${user}:${PASSWORD}\n`);
  const port = await freePort();
  const child = spawn(
    pathOf("radicale"),
    [
      ...["--config", "", "--hosts", `127.0.0.1:${port}`, "--storage-filesystem-folder", join(folder, "data")],
      ...["--auth-type", "htpasswd", "--auth-htpasswd-filename", users, "--auth-htpasswd-encryption", "plain"],
      ...["--auth-delay", "0", "--logging-level", "error"],
    ],
    { stdio: "ignore" },
  );
  const authorization = `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString("base64")}`;
  return ready(child, port, `/${user}/`, `/${user}/office/`, { authorization });
}
