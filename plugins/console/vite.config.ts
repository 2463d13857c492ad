import { defineConfig } from "vite";

const at = (path: string): string => new URL(path, import.meta.url).pathname;

export default defineConfig({
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
