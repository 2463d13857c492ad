import type { Gateway } from "@postern/core";
import { type Listening, type ListenOptions, listen } from "@postern/core/server";
import { verifyAfterCrash } from "../after-crash.ts";
import type { Catalog } from "../catalog.ts";
import { type Certificate, type CertificateFlags, readCertificate } from "../certificate.ts";
import { portOf } from "../config.ts";
import { consoleHint, type SignIn, signInTo } from "../console-address.ts";
import { assertInitialised, isInitialised, prepareFolder } from "../data-folder.ts";
import { refuseUnknownVariables } from "../environment.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import { workspaceIn } from "../folders.ts";
import type { Io } from "../io.ts";
import { openServingLog, type ServingLog } from "../log/gateway-log.ts";
import { openGateway } from "../open-gateway.ts";
import { type OwnRegistration, register } from "../registration.ts";
import { collectConfigFaults, failedPlugins, withAddress } from "../serving.ts";
import { addressFor, type Settings } from "../settings.ts";
import { awaitSignal } from "../signals.ts";
import { isInMemory } from "../store.ts";
import { ownVersion } from "../version.ts";
import { watchDataFolder } from "../watch-data-folder.ts";
import { logRejections, watchEventLoop } from "../watch-process.ts";
import { beginFolder } from "./init.ts";
import { showConsole } from "./show-console.ts";

export interface ServeFlags extends CertificateFlags {
  host?: string;
  port?: string;
  public?: boolean;
  logFile?: string | true;
  json?: boolean;
  open?: boolean;
}

const HOSTS = 'set hosts: ["…"] in postern.config.*';

/** Serves a data folder until a signal; then completes the accepted requests. */
export async function serve(settings: Settings, catalog: Catalog, flags: ServeFlags, io: Io): Promise<ExitCode> {
  assertInitialised(settings);
  return run(settings, catalog, flags, io);
}

/** Like `serve`, but creates the data folder if it does not exist, and prints an example call. */
export async function start(settings: Settings, catalog: Catalog, flags: ServeFlags, io: Io): Promise<ExitCode> {
  if (isInitialised(settings)) return serve(settings, catalog, flags, io);
  prepareFolder(settings);
  return run(settings, catalog, flags, io);
}

async function run(settings: Settings, catalog: Catalog, flags: ServeFlags, io: Io): Promise<ExitCode> {
  refuseUnknownVariables(io.env);
  const certificate = readCertificate(settings, flags, io);
  const signal = awaitSignal();
  const log = openServingLog(flags.logFile, settings, io);
  let registration: OwnRegistration | undefined;
  try {
    await verifyAfterCrash(settings, log.log);
    registration = isInMemory(settings) ? undefined : register(settings.data, io.note);
    return await serveUntil(signal, settings, catalog, { flags, certificate, registration, log, io });
  } catch (error) {
    log.file.error({}, error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    registration?.remove();
    await log.close();
  }
}

interface Serving {
  readonly flags: ServeFlags;
  readonly certificate: Certificate | undefined;
  readonly registration: OwnRegistration | undefined;
  readonly log: ServingLog;
  readonly io: Io;
}

async function serveUntil(
  signal: Promise<void>,
  settings: Settings,
  catalog: Catalog,
  { flags, certificate, registration, log: { log, file, path }, io }: Serving,
): Promise<ExitCode> {
  const undo = [logRejections(log)];
  const refused: string[] = [];
  const options = listenOptions(settings, flags, certificate);
  const gateway = await openGateway(
    settings,
    withAddress(await catalog.plugins(), settings, addressOf(settings, options)),
    {
      log: collectConfigFaults(refused, log),
      background: true,
    },
  );
  const listening = await open(gateway, options);
  undo.push(watchEventLoop(log));
  const place = isInMemory(settings) ? undefined : watchDataFolder(settings);
  const ended = new AbortController();
  let opening: Promise<void> | undefined;
  let exit: ExitCode = Exit.done;
  try {
    if (refused.length > 0) throw new Refusal(refused.join("; "));
    const isNew = isInMemory(settings) || !isInitialised(settings);
    const key = isNew ? await beginFolder(gateway, settings) : undefined;
    const announced = {
      url: listening.url,
      workspace: workspaceIn(settings),
      certificate: certificate?.cert,
      failed: failedPlugins(gateway),
      log: path,
    };
    registration?.announce(announced, gateway.manifest);
    file.info({ url: listening.url, pid: process.pid, version: ownVersion() }, "The gateway has started");
    const signIn = key === undefined ? undefined : await signInTo(gateway, listening.url, key);
    welcome(listening, { key, certificate, signIn }, flags, io);
    if (flags.open) opening = showConsole(gateway, { url: listening.url, key, settings, signal: ended.signal }, io);
    const gone = await Promise.race([signal, ...(place ? [place.gone] : [])]);
    if (gone !== undefined) {
      exit = Exit.failed;
      const reason = `${gone}. The gateway stops, because further changes would be lost. Restore the folder and start the gateway again.`;
      io.note(`${reason}\n`);
      file.error({}, reason);
    }
    // New commands open the store themselves; those in progress are still answered.
    registration?.withdraw();
    io.note("Stopping after the requests in progress. Press Ctrl-C again to stop immediately.\n");
  } finally {
    registration?.withdraw();
    place?.stop();
    for (const stop of undo) stop();
    ended.abort();
    await opening;
    await listening.close();
    await gateway.stop();
    file.info({ pid: process.pid }, "The gateway has stopped");
  }
  return exit;
}

function welcome(
  { url }: Listening,
  { key, certificate, signIn }: { key: string | undefined; signIn: SignIn | undefined } & Pick<Serving, "certificate">,
  { json }: ServeFlags,
  io: Io,
): void {
  if (json) {
    io.out(`${JSON.stringify({ url, pid: process.pid, ...(key && { key }) })}\n`);
    return;
  }
  io.out(`Postern is listening on ${url}\n`);
  if (key === undefined) return;
  io.out(`${consoleHint(signIn)}
Your admin key, which is shown only once:
  ${key}

Try it in another terminal:
  curl ${certificate ? `--cacert ${certificate.file} ` : ""}-X POST ${url}/api/v1/context/whoami -H 'authorization: Bearer ${key}'
`);
}

async function open(gateway: Gateway, options: ListenOptions): Promise<Listening> {
  try {
    return await listen(gateway, options);
  } catch (error) {
    await gateway.stop();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new Refusal(
        `Port ${options.port} is already in use. Choose another with --port, or 0 for any free port.`,
        Exit.failed,
      );
    }
    const shown = message
      .replace("`public: true`", "--public")
      .replace("`public`", "--public")
      .replace("`hosts` if this is intended", `${HOSTS} if this is intended`)
      .replace("`hosts`, the host names of the gateway", `the host names of the gateway: ${HOSTS}`);
    throw new Refusal(shown, Exit.failed);
  }
}

function addressOf({ port: usual, publicUrl }: Settings, options: ListenOptions): string {
  const { hosts, host, port = usual, tls } = options;
  return addressFor({
    ...{ port, ...(publicUrl !== undefined && { publicUrl }), ...(tls && { tls }) },
    ...{ ...(hosts && { hosts }), ...(host !== undefined && { host }) },
  });
}

function listenOptions(settings: Settings, flags: ServeFlags, tls: Certificate | undefined): ListenOptions {
  const { origins, trustedProxy, publicUrl } = settings;
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  const hosts = settings.hosts || publicUrl ? [...named, ...(settings.hosts ?? [])] : undefined;
  const host = flags.host ?? settings.host;
  const isPublic = flags.public ?? settings.public;
  return {
    port: flags.port === undefined ? settings.port : portOf(flags.port),
    ...(host !== undefined && { host }),
    ...(isPublic && { public: true }),
    ...(hosts && { hosts }),
    ...(origins && { origins }),
    ...(trustedProxy && { trustedProxy }),
    ...(tls && { tls }),
  };
}
