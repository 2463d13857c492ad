import { lookup } from "mrmime";

/** Files that are served with their media type. Others are served as downloads, which browsers do not interpret. */
const SERVED = new Set(
  (
    "html htm js mjs css json map txt md csv xml svg png jpg jpeg gif webp avif ico " +
    "woff woff2 ttf otf mp3 wav ogg mp4 webm wasm pdf"
  ).split(" "),
);
/** Browsers show Markdown only as plain text, and mrmime has no type for icons. */
const OWN: Readonly<Record<string, string>> = { md: "text/plain", xml: "application/xml", ico: "image/x-icon" };
const ACTIVE = ["html", "htm", "svg", "xml"];

const endingOf = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";

/** The media type of a file. Undefined if it is served as a download. */
export function mediaTypeOf(path: string): string | undefined {
  const ending = endingOf(path);
  const type = SERVED.has(ending) ? (OWN[ending] ?? lookup(ending)) : undefined;
  return type && (/^text\/|[/+](json|xml)$/.test(type) ? `${type}; charset=utf-8` : type);
}

/** Whether a file can contain scripts that run when it is opened as a document. */
export const isActive = (path: string): boolean => ACTIVE.includes(endingOf(path));
