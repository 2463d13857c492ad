import { escapeHtml, htmlPage } from "@postern/kit/pages";
import type { Guide } from "./assets.ts";

/** The page with the operations. It contains none of them: they are asked for with the key of its reader. */
export const operationsPage = (): string =>
  page({
    title: "Operations",
    up: "",
    current: "operations",
    head: '<script src="page.js" defer></script>',
    body: `<main class="text intro">
<h1>Operations of this gateway</h1>
<p>All operations with their fields, errors and code samples, and a client that calls this gateway. Enter any key of the
gateway to see them, or come from the form of an operation in the console, which is signed in. The key stays in this
tab.</p>
<form>
<label for="key">Key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required placeholder="rctx_…">
<button disabled>Show the operations</button>
<span role="status"></span>
</form>
<p>With a key you can create others with fewer rights:</p>
<pre tabindex="0"><code>postern context derive --label reference --scopes chats:read</code></pre>
</main>
<div id="reference"></div>`,
  });

/** A guide, or the list of all guides. */
export function guidePage(guides: ReadonlyMap<string, Guide>, guide: Guide | undefined): string {
  const all = [...guides.values()];
  const sections = [...new Set(all.map(({ section }) => section))];
  const item = ({ id, title }: Guide) =>
    `<li><a href="${id}"${id === guide?.id ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
  const list = sections.map((name) => {
    const items = all.filter(({ section }) => section === name).map(item);
    return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  });
  return page({
    title: guide?.title ?? "Guides",
    up: "../",
    current: "guides",
    body: `<div class="guides">
<nav class="list" aria-label="Guides">
${list.join("\n")}
</nav>
<main class="text">
${guide?.html ?? "<h1>Guides</h1>\n<p>How to use, embed, extend and operate a gateway. Choose a page.</p>"}
</main>
</div>`,
  });
}

interface Page {
  readonly title: string;
  /** The way from the page to `/reference/`. */
  readonly up: string;
  readonly current: "operations" | "guides";
  readonly head?: string;
  readonly body: string;
}

function page({ title, up, current, head = "", body }: Page): string {
  const link = (name: Page["current"], href: string, text: string) =>
    `<a href="${href}"${name === current ? ' aria-current="page"' : ""}>${text}</a>`;
  return htmlPage({
    title: `${title} – Postern`,
    head: `<link rel="icon" type="image/svg+xml" href="${up}../favicon.ico">
<link rel="stylesheet" href="${up}style.css">
${head}`,
    body: `<header class="bar">
<a class="home" href="${up}../" aria-label="Postern"><img src="${up}../favicon.ico" alt="" width="24" height="24"><span>Postern</span></a>
${link("operations", `${up}./`, "Operations")}
${link("guides", `${up}guides/`, "Guides")}
<button id="leave" type="button">Forget the key</button>
</header>
${body}`,
  });
}
