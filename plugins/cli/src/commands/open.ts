import type { Catalog } from "../catalog.ts";
import { connect } from "../connection.ts";
import { signInAddress, TICKET_PATH, ticketRequest } from "../console-address.ts";
import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { openBrowser } from "../open-browser.ts";
import { openSignedIn } from "../open-signed-in.ts";
import { problemText } from "../output/problem.ts";
import { runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";
import { untilSignal } from "../signals.ts";
import { parsed } from "./call.ts";

/**
 * Opens the console of the running gateway in the browser, signed in by a ticket that is valid once, and
 * waits until it has signed in; with `print`, only prints its address. A gateway without a console has a start page instead.
 */
export async function openConsole(
  settings: Settings,
  { plugins }: Catalog,
  { print = false }: { print?: boolean },
  io: Io,
): Promise<ExitCode> {
  const url = settings.gateway ?? runningGateway(settings.data)?.url;
  if (url === undefined) {
    assertInitialised(settings);
    throw new Refusal('No gateway is serving this data folder. Start one with "postern serve".', Exit.failed);
  }
  const connection = await connect(settings, plugins);
  try {
    const headers = { "content-type": "application/json" };
    const { status, text } = await connection.send(TICKET_PATH, { body: ticketRequest(), headers });
    const answer = parsed(text);
    const hasConsole = answer?.code !== "gateway.unknown_operation";
    if (hasConsole && status !== 200) {
      io.note(await problemText(answer, status, connection.refusedKey));
      return exitOf(status, answer);
    }
    if (!hasConsole) {
      io.out(`${url}\n`);
      if (!print) await openBrowser(url, io);
      return Exit.done;
    }
    const ticket = String(answer?.ticket);
    const address = signInAddress(url, ticket);
    io.out(`${print ? address : `${url}/console/`}\n`);
    if (print) return Exit.done;
    const signal = untilSignal();
    await openSignedIn({ settings, address, ticket, send: connection.send, signal }, io);
    return signal.aborted ? Exit.interrupted : Exit.done;
  } finally {
    await connection.close();
  }
}
