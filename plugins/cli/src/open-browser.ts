import type { Io } from "./io.ts";

/** Not with listhen, which runs a script with a known name in the temporary folder shared by all users. */
export async function openBrowser(url: string, io: Io): Promise<void> {
  if (!hasDisplay(io)) {
    io.note(`No browser can be opened here. Open this address yourself:\n  ${url}\n`);
    return;
  }
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.once("error", (error) => io.note(`Cannot open a browser: ${error.message}\n`));
}

/** Linux without a desktop, as in a session over SSH or a container. */
const hasDisplay = ({ env }: Io): boolean =>
  process.platform !== "linux" ||
  [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME, env.BROWSER].some(
    (value) => value !== undefined && value !== "",
  );
