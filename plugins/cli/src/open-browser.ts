import type { Io } from "./io.ts";

/** Not with listhen, which runs a script with a known name in the temporary folder shared by all users. */
export async function openBrowser(url: string, io: Io): Promise<void> {
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.once("error", (error) => io.note(`Cannot open a browser: ${error.message}\n`));
}
