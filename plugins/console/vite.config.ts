import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";

const at = (path: string): string => new URL(path, import.meta.url).pathname;

const ICON = /^(@iconify-json\/[a-z]+)\/icons\.json\?icon=([a-z0-9-]+)$/;
const require = createRequire(import.meta.url);

/** The shapes of an icon. How they are drawn, which groups repeat, is the design's; browsers forbid markup here. */
const partsOf = (body: string) =>
  [...body.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)/g)]
    .filter(([, tag]) => tag !== "g")
    .map(([, tag, attributes = ""]) => {
      const named = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const);
      return [tag, Object.fromEntries(named.filter(([name]) => name !== "fill" && !name?.startsWith("stroke")))];
    });

/** Of a set of two thousand icons, the program gets those that it names. */
const oneIcon: Plugin = {
  name: "one-icon",
  enforce: "pre",
  // A file that would be in the package, so that its license is found.
  resolveId(source) {
    const [, set, icon] = ICON.exec(source) ?? [];
    return set === undefined ? null : `${require.resolve(`${set}/icons.json`)}.${icon}.js`;
  },
  load(id) {
    const [, file, icon] = /^(.*\/icons\.json)\.([a-z0-9-]+)\.js$/.exec(id) ?? [];
    if (file === undefined || icon === undefined) return null;
    const { icons } = require(file);
    if (!icons[icon]) throw new Error(`There is no icon "${icon}" in ${file}`);
    return `export const parts = ${JSON.stringify(partsOf(icons[icon].body))};`;
  },
};

export default defineConfig({
  plugins: [oneIcon],
  root: at("app"),
  // The gateway can be mounted at any path, so files name each other by relative addresses.
  base: "./",
  build: {
    outDir: at("dist/app"),
    emptyOutDir: true,
    target: "es2022",
    // Browsers that the target excludes are the only ones that need it, and it would be an inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: "licenses.md" },
    sourcemap: false,
    rolldownOptions: { input: { index: at("app/index.html"), frame: at("app/frame/frame.html") } },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
