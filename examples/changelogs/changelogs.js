import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const DOC = "/usr/share/doc";

/** The packages of this system that have a changelog; empty if the folder does not exist. */
export function packages() {
  try {
    return readdirSync(DOC).filter((name) => fileOf(name) !== undefined);
  } catch {
    return [];
  }
}

function fileOf(name) {
  try {
    return readdirSync(`${DOC}/${name}`).find((file) => /^changelog(\.Debian)?\.gz$/.test(file));
  } catch {
    return undefined;
  }
}

/** The entries of a changelog, oldest first: version, maintainer, date and text. Other lines are ignored. */
export function entriesOf(name) {
  const text = gunzipSync(readFileSync(`${DOC}/${name}/${fileOf(name)}`)).toString("utf8");
  const entries = [];
  let open;
  for (const line of text.split("\n")) {
    const head = /^([a-z0-9][a-z0-9+.-]*) \(([^)]+)\)/.exec(line);
    const foot = /^ -- (.+?) <[^>]*> {1,2}(.+)$/.exec(line);
    if (head) open = { version: head[2], lines: [] };
    else if (foot && open) {
      entries.push({ version: open.version, maintainer: foot[1], date: foot[2], text: open.lines.join("\n").trim() });
      open = undefined;
    } else open?.lines.push(line);
  }
  return entries.reverse();
}

/** Converts a name to an actor id of ASCII letters, digits and dashes. */
export function slugOf(name) {
  const plain = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 128).toLowerCase() || "unknown";
}
