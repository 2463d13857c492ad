import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { escapeHtml, type PageFile, pageFile } from "@postern/kit/pages";

/** Media types of files by their extensions. Others are not served. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  woff2: "font/woff2",
};

export type Folder = ReturnType<typeof createFolder>;

/** The files of a folder by their paths, read when they are first asked for. */
export function createFolder(folder: URL) {
  const made = new Map<string, PageFile>();
  // Only paths that were found are read, so no path leads out of the folder.
  let names: ReadonlySet<string> | undefined;
  const once = (key: string, make: () => PageFile): PageFile => {
    const file = made.get(key) ?? make();
    made.set(key, file);
    return file;
  };
  return {
    file(path: string): PageFile | undefined {
      names ??= new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
      const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
      if (type === undefined || !names.has(path)) return undefined;
      return once(path, () => packedFile(type, readFileSync(new URL(path, folder))));
    },
    /** An HTML document of the build for a gateway whose paths begin with `base`. */
    page: (path: string, base: string): PageFile =>
      once(`${path} of ${base}`, () => {
        const html = readFileSync(new URL(path, folder), "utf8");
        return packedFile("text/html", html.replaceAll(/"\.{1,2}\//g, `"${escapeHtml(base)}/console/`));
      }),
  };
}

const packedFile = (type: string, body: string | Buffer): PageFile => pageFile(type, body, gzipSync(body));

/** What `vite build` writes. */
export const openProgram = (): Folder => createFolder(new URL("../dist/app/", import.meta.url));
