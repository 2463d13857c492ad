import type { PageContext, PageProgram } from "@postern/kit/console";
import { connect } from "./connect.ts";
import { keepHistory } from "./history.ts";
import type { Begin } from "./protocol.ts";

/** Shows a page of a plugin: reads its module and gives it the console as far as it may use it. */
async function begin({ module, place, theme }: Begin, port: MessagePort): Promise<void> {
  showTheme(theme);
  keepHistory();
  const console = connect(port, place, showTheme);
  try {
    const { default: show } = (await import(/* @vite-ignore */ new URL(module, location.href).href)) as {
      default?: PageProgram;
    };
    if (typeof show !== "function") throw new Error(`The default export of ${module} is not a function`);
    await show(console.page satisfies PageContext);
    console.send({ type: "ready" });
  } catch (error) {
    console.send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

function showTheme(theme: string): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// Only the window around the frame can be the console: documents inside it could pretend to be.
addEventListener("message", function received({ source, data, ports: [port] }: MessageEvent<Partial<Begin>>) {
  if (source !== parent || data?.type !== "postern.page" || !port) return;
  removeEventListener("message", received);
  void begin(data as Begin, port);
});
