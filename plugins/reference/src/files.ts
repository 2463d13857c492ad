import { gunzipSync } from "node:zlib";
import { type PageFile, pageFile } from "@postern/kit/pages";
import type { Assets } from "./assets.ts";
import { guidePage, operationsPage } from "./pages.ts";
import { style } from "./style.ts";

/** The files by their paths below `/reference/`. Each is made when it is first asked for. */
export function createFiles(assets: Assets): (path: string) => PageFile | undefined {
  const made = new Map<string, PageFile>();
  return (path) => {
    const file = made.get(path) ?? make(path, assets);
    if (file) made.set(path, file);
    return file;
  };
}

function make(path: string, assets: Assets): PageFile | undefined {
  if (path === "") return pageFile("text/html", operationsPage());
  if (path === "style.css") return pageFile("text/css", style);
  if (path === "page.js") return pageFile("text/javascript", assets.script());
  const packed = path === "scalar.js" ? assets.scalar() : undefined;
  if (packed) return pageFile("text/javascript", gunzipSync(packed), packed);
  const guides = assets.guides();
  if (path === "guides") return pageFile("text/html", guidePage(guides, undefined));
  const guide = path.startsWith("guides/") ? guides.get(path.slice("guides/".length)) : undefined;
  return guide && pageFile("text/html", guidePage(guides, guide));
}
