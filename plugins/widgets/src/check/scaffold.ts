import { PAGE } from "./check.ts";
import { MANIFEST } from "./manifest.ts";

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** The files of a new widget, which pass the check. */
export function scaffold(name: string): Readonly<Record<string, string>> {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(name)}</title>
    <style>
      body {
        font-family: system-ui, sans-serif;
        margin: 1rem;
      }
    </style>
  </head>
  <body>
    <h1>${escaped(name)}</h1>
    <p>It is <output id="time">now</output>.</p>
    <script>
      const time = document.getElementById("time");
      const show = () => (time.textContent = new Date().toLocaleTimeString());
      show();
      setInterval(show, 1000);
    </script>
  </body>
</html>
`;
  const manifest = { name, kind: "widget", externalAllowed: false };
  return { [PAGE]: page, [MANIFEST]: `${JSON.stringify(manifest, null, 2)}\n` };
}
