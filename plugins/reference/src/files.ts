import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Assets } from "./assets.ts";
import { guidePage, operationsPage } from "./pages.ts";
import { style } from "./style.ts";

/** A file under `/reference/`, ready to be sent. */
export interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly body: string | Buffer;
  /** The same compressed with gzip, if that is worth it. */
  readonly packed?: Buffer;
}

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
  if (path === "") return fileOf("text/html", operationsPage());
  if (path === "style.css") return fileOf("text/css", style);
  if (path === "page.js") return fileOf("text/javascript", assets.script());
  const packed = path === "scalar.js" ? assets.scalar() : undefined;
  if (packed) return { ...fileOf("text/javascript", gunzipSync(packed)), packed };
  const guides = assets.guides();
  if (path === "guides") return fileOf("text/html", guidePage(guides, undefined));
  const guide = path.startsWith("guides/") ? guides.get(path.slice("guides/".length)) : undefined;
  return guide && fileOf("text/html", guidePage(guides, guide));
}

function fileOf(type: string, body: string | Buffer): PageFile {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { type: `${type}; charset=utf-8`, etag: `W/"${digest}"`, body };
}
