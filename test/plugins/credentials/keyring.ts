import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { pathOf } from "../../run/programs.ts";
import { enter, runtimeFolder } from "./sessions.ts";

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await gone;
  }
}

/** Starts a separate session bus with gnome-keyring, unlocked with an empty password. */
export async function openKeyring() {
  const home = runtimeFolder();
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home };
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => ended(bus));
  const address = await new Promise<string>((resolve) =>
    bus.stdout.setEncoding("utf8").once("data", (text) => resolve(String(text).trim())),
  );
  const session = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn(pathOf("gnome-keyring"), ["--foreground", "--unlock", "--components=secrets"], {
    env: session,
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => ended(daemon));
  daemon.stdin.end("\n");
  const send = (to: string, ...args: string[]) =>
    execFileSync("dbus-send", ["--session", "--print-reply", `--dest=${to}`, ...args], {
      env: session,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  // Asks the bus itself, because a request to the service would make the bus start another one.
  const isThere = () =>
    existsSync(join(home, "keyrings", "login.keyring")) &&
    send(
      "org.freedesktop.DBus",
      "/org/freedesktop/DBus",
      "org.freedesktop.DBus.NameHasOwner",
      "string:org.freedesktop.secrets",
    ).includes("true");
  for (let tries = 0; !isThere(); tries++) {
    if (tries > 200) throw new Error("gnome-keyring did not start");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  enter({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: home });
  return {
    lock() {
      const collection = "/org/freedesktop/secrets/collection/login";
      const method = "org.freedesktop.Secret.Service.Lock";
      send("org.freedesktop.secrets", "/org/freedesktop/secrets", method, `array:objpath:${collection}`);
    },
  };
}
