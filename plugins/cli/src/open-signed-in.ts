import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Exit, Refusal } from "./exit.ts";
import { fileFault } from "./file-fault.ts";
import type { Io } from "./io.ts";
import { hasDisplay, openBrowser, showAddress } from "./open-browser.ts";
import type { Reply } from "./remote.ts";
import type { Settings } from "./settings.ts";
import { type SignInFile, writeSignInFile } from "./sign-in-file.ts";

/** How long the browser may take, in ms. */
const LIMIT = 30_000;
const INTERVAL = 250;
/** The status of a check of a ticket that was used. */
const USED = 401;

interface Setting {
  readonly settings: Pick<Settings, "data" | "home">;
  /** The address of the console, and the ticket in it. */
  readonly address: string;
  readonly ticket: string;
  /** Sends a request to the gateway. */
  readonly send: (
    path: string,
    request: { body: string; headers: Record<string, string> },
  ) => Promise<Pick<Reply, "status">>;
  /** Ends the wait early. */
  readonly signal: AbortSignal;
}

/**
 * Opens the console in the browser, and resolves when the browser has signed in, after 30 seconds, or at the signal. The
 * browser gets the path of a file, which is removed at the end, and never the ticket.
 */
export async function openSignedIn({ settings, address, ticket, send, signal }: Setting, io: Io): Promise<void> {
  if (!hasDisplay(io)) return showAddress(address, io);
  const file = writeFor(settings, address);
  // A second signal ends the process immediately.
  process.once("exit", file.remove);
  try {
    if (!(await openBrowser(file.path, io))) return;
    let status = 200;
    for (const end = performance.now() + LIMIT; performance.now() < end && !signal.aborted; ) {
      status = (await send(CHECK_PATH, requestWith(ticket))).status;
      if (status === USED) return;
      await pause(INTERVAL, undefined, { signal }).catch(() => undefined);
    }
    // Consoles of earlier releases do not report the use.
    if (status === 200 && !signal.aborted) io.note(NOT_SIGNED_IN);
  } finally {
    process.off("exit", file.remove);
    file.remove();
  }
}

/** In the data folder, or in the user's folder if there is none on this machine. */
function writeFor({ data, home }: Setting["settings"], address: string): SignInFile {
  const base = existsSync(data) ? data : home;
  try {
    return writeSignInFile(base, address);
  } catch (error) {
    throw new Refusal(
      `The sign-in file in ${base} cannot be written: ${fileFault(error as NodeJS.ErrnoException, "write")}. Run "postern open --print", and open the address that it prints.`,
      Exit.failed,
    );
  }
}

const CHECK_PATH = "/console/session/check";

const requestWith = (ticket: string) => ({
  body: JSON.stringify({ ticket }),
  headers: { "content-type": "application/json" },
});

const NOT_SIGNED_IN = `The browser did not sign in within ${LIMIT / 1_000} seconds. Browsers from snap or flatpak cannot read files in hidden folders: run "postern open --print", and open the address that it prints.
`;
