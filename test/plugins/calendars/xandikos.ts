import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../run/port.ts";
import { pathOf } from "../../run/programs.ts";
import { type DavServer, ready, tempFolder } from "./dav-server.ts";

/** Xandikos as packaged by Debian; it requires no password. */
export async function startXandikos(): Promise<DavServer> {
  const port = await freePort();
  const child = spawn(
    pathOf("xandikos"),
    [
      "-d",
      join(tempFolder(), "data"),
      "--defaults",
      "-l",
      "127.0.0.1",
      "-p",
      String(port),
      "--current-user-principal",
      "/user/",
    ],
    { stdio: "ignore" },
  );
  return ready(child, port, "/user/calendars/", "/user/calendars/office/", {});
}
