import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { openBrowser } from "../open-browser.ts";
import { runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";

/** Opens the start page of the gateway in the browser, and prints its address. */
export async function openStartPage(settings: Settings, io: Io): Promise<ExitCode> {
  const url = settings.gateway ?? runningGateway(settings.data)?.url;
  if (url === undefined) {
    assertInitialised(settings);
    throw new Refusal('No gateway is serving this data folder. Start one with "postern serve".', Exit.failed);
  }
  io.out(`${url}\n`);
  await openBrowser(url, io);
  return Exit.done;
}
