import { once } from "node:events";
import type { Plugin } from "@postern/core";
import { type Listening, listen } from "@postern/core/listen";
import { assertInitialised, openGateway } from "../connection.ts";
import { announce, isInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";
import { firstKey } from "./init.ts";

interface ServeFlags {
  json?: boolean;
}

/** Serves until SIGTERM or SIGINT; then answers what it accepted. A second signal ends it at once. */
export async function serve(
  settings: Settings,
  plugins: readonly Plugin[],
  flags: ServeFlags,
  io: Io,
): Promise<ExitCode> {
  assertInitialised(settings);
  const gateway = await openGateway(settings, plugins);
  const listening = await listen(gateway, listenOptions(settings)).catch(async (error: unknown) => {
    await gateway.stop();
    throw new UsageError(reasonOf(error, settings), Exit.failed);
  });
  const leave = isInMemory(settings) ? () => {} : announce(settings.data, listening.url);
  if (isInMemory(settings)) {
    const { key } = await gateway.keys.issue({ label: "admin", scopes: ["*"] });
    io.note(`The store is in memory. Its key, until this process ends: ${key}\n`);
  }
  if (flags.json) io.out(`${JSON.stringify({ url: listening.url, pid: process.pid })}\n`);
  else io.out(`Postern listens on ${listening.url}\n`);
  await ended(listening, io);
  leave();
  await gateway.stop();
  return Exit.done;
}

/** `serve` for a first try: makes the data folder where there is none, and shows a call that works. */
export async function start(
  settings: Settings,
  plugins: readonly Plugin[],
  flags: ServeFlags,
  io: Io,
): Promise<ExitCode> {
  if (!isInMemory(settings) && !isInitialised(settings.data)) {
    const { key } = await firstKey(settings, false);
    const host = `http://127.0.0.1:${settings.port}`;
    io.out(`Your key, shown once and saved for the command line:\n  ${key}\nTry, in another terminal:\n`);
    io.out(`  curl -X POST ${host}/api/v1/context/whoami -H 'authorization: Bearer ${key}'\n\n`);
  }
  return serve(settings, plugins, flags, io);
}

function listenOptions({ port, host, public: isPublic, hosts, origins, trustedProxy }: Settings) {
  return {
    port,
    ...(host !== undefined && { host }),
    ...(isPublic && { public: true }),
    ...(hosts && { hosts }),
    ...(origins && { origins }),
    ...(trustedProxy && { trustedProxy }),
  };
}

function reasonOf(error: unknown, { port }: Settings): string {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code === "EADDRINUSE") return `Port ${port} is taken; choose another with --port, or 0 for any free one`;
  return message.replace("`public: true`", "--public").replace("`public`", "--public");
}

/** Waits for a signal, then for the answers that are under way. */
async function ended(listening: Listening, io: Io): Promise<void> {
  const signalled = new AbortController();
  await Promise.race(
    ["SIGTERM", "SIGINT"].map((name) => once(process, name, { signal: signalled.signal }).catch(() => {})),
  );
  signalled.abort();
  for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => process.exit(Exit.failed));
  io.note("Stopping: what was accepted is answered first; a second signal ends at once\n");
  await listening.close();
}
