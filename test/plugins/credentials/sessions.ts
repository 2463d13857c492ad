import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** Gives this process another session for the duration of the test. */
export function enter(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

/** A folder for sockets, for the duration of the test. */
export function runtimeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-keyring-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
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
