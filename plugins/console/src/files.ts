import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { escapeHtml, type PageFile, pageFile } from "@postern/core/pages";

/** What `vite build` writes. */
const folder = new URL("../dist/app/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  md: "text/markdown",
  svg: "image/svg+xml",
};

/** The files of the program by their paths, read when they are first asked for. */
export function createFiles() {
  const made = new Map<string, PageFile>();
  let names: ReadonlySet<string> | undefined;
  const namesIn = () => new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const once = (key: string, make: () => PageFile): PageFile => {
    const file = made.get(key) ?? make();
    made.set(key, file);
    return file;
  };
  return {
    /** A file that was built, such as `assets/main-1a2b3c.js`. Its name changes with its content. */
    asset(path: string): PageFile | undefined {
      names ??= namesIn();
      const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
      if (type === undefined || !names.has(path)) return undefined;
      return once(path, () => packedFile(type, readFileSync(new URL(path, folder))));
    },
    /** The page for a gateway whose paths begin with `base`. */
    page: (base: string): PageFile =>
      once(`page of ${base}`, () => {
        const html = readFileSync(new URL("index.html", folder), "utf8");
        return packedFile("text/html", html.replaceAll('"./', `"${escapeHtml(base)}/console/`));
      }),
  };
}

const packedFile = (type: string, body: string | Buffer): PageFile => pageFile(type, body, gzipSync(body));
