import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** Whether a program is installed. */
export function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const [BUS, KEYRING, SEND] = ["dbus-daemon", "gnome-keyring-daemon", "dbus-send"] as const;
export const hasKeyring = [BUS, KEYRING, SEND].every(has);

/** Gives this process another session for the duration of the test. */
function enter(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

function runtimeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-keyring-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

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
  const bus = spawn(BUS, ["--session", "--nofork", "--print-address"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => ended(bus));
  const address = await new Promise<string>((resolve) =>
    bus.stdout.setEncoding("utf8").once("data", (text) => resolve(String(text).trim())),
  );
  const session = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn(KEYRING, ["--foreground", "--unlock", "--components=secrets"], {
    env: session,
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => ended(daemon));
  daemon.stdin.end("\n");
  const send = (to: string, ...args: string[]) =>
    execFileSync(SEND, ["--session", "--print-reply", `--dest=${to}`, ...args], {
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

/** A session without a bus. */
export const noSession = (): void =>
  enter({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/at/all", XDG_RUNTIME_DIR: "/nowhere" });

/** A session whose bus accepts calls and never responds. */
export async function silentSession(): Promise<void> {
  const path = join(runtimeFolder(), "bus");
  const server = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((ready) => server.listen(path, ready));
  onTestFinished(() => void server.close());
  enter({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` });
}
