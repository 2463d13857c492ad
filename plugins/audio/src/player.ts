import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { defineRoute } from "@postern/core";
import { htmlPage, pageHeaders } from "@postern/kit/pages";
import { group } from "./group.ts";
import { markup, style } from "./player/page.ts";

/** Always the built file, because browsers cannot run TypeScript. */
const SCRIPT = new URL("../dist/player-script.js", import.meta.url);

/** Built on the first request and shared by all gateways. */
let page: ReturnType<typeof makePage> | undefined;

/** The player page. It contains no data; users enter their key in it. */
export const player = defineRoute(group, {
  method: "GET",
  path: "/audio/player",
  summary: "Page that plays speech requests",
  description: "The page claims speech requests, plays their sound and reports the result.",
  scope: "open",
  produces: "text/html",
  async handle({ method }) {
    page ??= makePage();
    const { html, headers } = await page.catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return new Response(method === "HEAD" ? null : html, {
      headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    });
  },
});

async function makePage() {
  const script = (await readFile(SCRIPT, "utf8")).replace(/^\/\/# sourceMappingURL=.*$/m, "");
  // The script is inlined, so it must not import other files.
  if (/^(import|export)\b/m.test(script)) throw new Error("The player's script was not built as one file");
  const html = htmlPage({
    title: "Postern player",
    head: `<style>${style}</style>`,
    body: `${markup}<script type="module">${script}</script>`,
  });
  // Allows only this script and style, and connections only to this gateway.
  const headers = pageHeaders([
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "media-src blob:",
  ]);
  return { html, headers };
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
