import { createLog } from "@postern/core";
import { verifyAfterCrash } from "../after-crash.ts";
import type { GlobalFlags } from "../args.ts";
import { type CertificateFlags, readCertificate } from "../certificate.ts";
import { findConfig, portOf } from "../config.ts";
import { openDevFolder } from "../dev/dev-folder.ts";
import { openListener } from "../dev/listener.ts";
import { createRestarts } from "../dev/restarts.ts";
import { createSession } from "../dev/session.ts";
import { findSource } from "../dev/source.ts";
import { watchSource } from "../dev/watch.ts";
import { welcome } from "../dev/welcome.ts";
import { refuseUnknownVariables } from "../environment.ts";
import { Exit, type ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { register } from "../registration.ts";
import { readSettings } from "../settings.ts";
import { awaitSignal } from "../signals.ts";
import { logRejections, watchEventLoop } from "../watch-process.ts";

export interface DevFlags extends CertificateFlags {
  host?: string;
  port?: string;
  https?: boolean;
  open?: boolean;
  qr?: boolean;
  json?: boolean;
}

/**
 * Serves a plugin in development until a signal, and restarts the gateway when its source or the configuration changes.
 */
export async function dev(named: string | undefined, given: GlobalFlags, flags: DevFlags, io: Io): Promise<ExitCode> {
  refuseUnknownVariables(io.env);
  const first = await readSettings(given, io);
  const source = findSource(named, findConfig(given.configFile, io.cwd)?.path, io.cwd);
  const certificate = readCertificate(first, flags, io);
  const signal = awaitSignal();
  const place = await openDevFolder(first, given);
  const log = createLog();
  const session = createSession();
  /** Cleanup steps, run in reverse order. */
  const undo: (() => unknown)[] = [place.remove, logRejections(log), watchEventLoop(log), session.stop];
  try {
    await verifyAfterCrash(place.resolve(first), log);
    const registration = register(place.data, io.note);
    undo.unshift(registration.remove);
    const listener = await openListener(session.handle, {
      port: flags.port === undefined ? first.port : portOf(flags.port),
      host: flags.host ?? "127.0.0.1",
      hosts: first.hosts ?? [],
      https: certificate ?? flags.https ?? false,
    });
    undo.push(listener.close);
    const restarts = createRestarts({
      ...{ source, place, listener, session, registration, io },
      read: async () => place.resolve(await readSettings(given, io)),
      onFirst: (gateway, settings) => welcome(gateway, settings, { listener, place, certificate, flags, io }),
    });
    undo.push(restarts.end);
    undo.push(await watchSource(source, place.data, restarts.request));
    restarts.request([]);
    await signal;
    io.note("Stopping\n");
    return Exit.done;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
