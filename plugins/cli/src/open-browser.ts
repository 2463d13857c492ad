import type { Io } from "./io.ts";

/**
 * Opens an address or a file in the browser. Every user of the machine can read it, so it must not contain a secret.
 * Resolves with false if no browser can be started, which is reported.
 */
export async function openBrowser(target: string, io: Io): Promise<boolean> {
  if (!hasDisplay(io)) {
    showAddress(target, io);
    return false;
  }
  // Not with listhen, which runs a script with a known name in the temporary folder shared by all users.
  const { default: open } = await import("open");
  try {
    const browser = await open(target);
    browser.once("error", (error) => reportFailure(error, io));
    return true;
  } catch (error) {
    reportFailure(error as Error, io);
    return false;
  }
}

/** Prints an address for a browser elsewhere. */
export const showAddress = (address: string, io: Io): void =>
  io.note(`No browser can be opened here. Open this address yourself:\n  ${address}\n`);

const reportFailure = ({ message }: Error, io: Io): void =>
  io.note(`Cannot open a browser: ${message}. Run "postern open --print", and open the address that it prints.\n`);

/** False on Linux without a desktop, as in a session over SSH or a container. */
export const hasDisplay = ({ env }: Io): boolean =>
  process.platform !== "linux" ||
  [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME, env.BROWSER].some(
    (value) => value !== undefined && value !== "",
  );
