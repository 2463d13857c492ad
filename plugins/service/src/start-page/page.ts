import type { Manifest } from "@postern/core";
import { escapeHtml, htmlPage } from "@postern/kit/pages";

export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.5rem; overflow-wrap: anywhere; }
header { display: flex; gap: 0.75rem; align-items: center; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.5rem; }
p { margin: 0.5rem 0; }
ul { margin: 0; padding-left: 1.25rem; }
li { margin: 0.35rem 0; }
small, footer { color: color-mix(in srgb, currentColor 70%, transparent); }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; border-radius: 0.5rem; white-space: pre-wrap; background: color-mix(in srgb, currentColor 8%, transparent); }
code { font: 0.9em ui-monospace, monospace; }
footer { margin-top: 2.5rem; font-size: 0.9rem; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`;

/** A gate, in a colour that light and dark tabs both show. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b6ea8"/><path d="M8 26V14a8 8 0 0 1 16 0v12M13 26V14.5M19 26V14.5M8 20h16" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>
`;

/** Pages of plugins that a person can open without a key in the request. */
const PAGES = [
  { path: "/console/", title: "Console", text: "view and change the gateway's data" },
  { path: "/audio/player", title: "Player", text: "plays the speech that agents request" },
  { path: "/reference/", title: "Reference", text: "all operations with a client that calls them, and guides" },
];
const REFERENCE = "/api/v1/openapi.json";

/** The start page, for a gateway at `origin` whose paths begin with `base`. It contains no data. */
export function pageOf(
  { routes, groups }: Manifest,
  version: string,
  { base, origin }: { base: string; origin: string },
): string {
  const has = (path: string) => routes.some((route) => route.path === path || route.path === `${path}**`);
  const link = (path: string, title: string, text: string) =>
    `<li><a href="${escapeHtml(base + path)}">${title}</a>: ${text}</li>`;
  const links = [
    ...PAGES.filter(({ path }) => has(path)).map(({ path, title, text }) => link(path, title, text)),
    ...(has(REFERENCE) ? [link(REFERENCE, "OpenAPI document", "send a key, or run <code>postern openapi</code>")] : []),
    link("/health", "Health", "whether the gateway works"),
  ];
  const canDerive = groups.some(({ name }) => name === "context");
  const iconPath = `${escapeHtml(base)}/favicon.ico`;
  return htmlPage({
    title: "Postern",
    head: `<link rel="icon" type="image/svg+xml" href="${iconPath}">
<style>${style}</style>`,
    body: `<header>
<img src="${iconPath}" alt="" width="40" height="40">
<h1>Postern</h1>
</header>
<main>
<p>This is a local gateway for AI agent runtimes. It gives agents and programs chats, tasks, calendars, databases and more.</p>
<h2>Open</h2>
<ul>
${links.join("\n")}
</ul>
<h2>Get a key</h2>
<p>Every call needs a key. The first one is shown by <code>postern start</code> or <code>postern init</code>, on the machine of the gateway.${
      canDerive ? " With a key you can create others with fewer rights:" : ""
    }</p>
${canDerive ? '<pre><code>postern context derive --label "my program" --scopes chats:read</code></pre>\n' : ""}<h2>Call it</h2>
<pre><code>curl -X POST ${escapeHtml(origin + base)}/api/v1/context/whoami \\
  -H "authorization: Bearer $KEY"</code></pre>
</main>
<footer>Postern ${escapeHtml(version)}</footer>`,
  });
}
