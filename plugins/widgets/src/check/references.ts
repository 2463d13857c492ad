import { posix } from "node:path";
import type { Finding } from "../schemas.ts";
import type { Reference } from "./page-reader.ts";

/** A page does not work without these, but it does without an image. */
const NEEDED = ["script", "stylesheet"];

/** Maximum length of a path in a URL, in characters, each of which may be escaped. */
const MAX_LENGTH = 4_096;

/** Reports URLs in a page that cannot be loaded when the widget is served. */
export function unavailable(
  page: string,
  references: readonly Reference[],
  paths: ReadonlySet<string>,
  externalAllowed: boolean,
): Finding[] {
  return references.flatMap(({ tag, url, line, column }) => {
    const fault = faultOf(page, url.trim(), paths, externalAllowed);
    if (!fault) return [];
    const severity = NEEDED.includes(tag) ? ("error" as const) : ("warning" as const);
    return [{ ...fault, severity, file: page, line, column }];
  });
}

function faultOf(page: string, url: string, paths: ReadonlySet<string>, externalAllowed: boolean) {
  if (url === "" || /^(data|blob|about|javascript):/i.test(url) || url.startsWith("#")) return undefined;
  const shown = JSON.stringify(url.slice(0, 100));
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
    if (externalAllowed && /^(https:|\/\/)/i.test(url)) return undefined;
    const way = externalAllowed ? "use https" : "copy the file into the folder, or set externalAllowed in widget.json";
    return { code: "external_refused", message: `${shown} is blocked: ${way}` };
  }
  if (url.startsWith("/"))
    return { code: "absolute_path", message: `${shown} is outside the widget: use a path relative to this page` };
  // No path in a folder is this long, and normalizing such a URL would take too much time.
  if (url.length > MAX_LENGTH) return { code: "missing_file", message: `The folder has no file ${shown}` };
  const [path = ""] = url.split(/[?#]/);
  let name = path;
  try {
    name = decodeURIComponent(path);
  } catch {
    // The name stays encoded, and no such file exists.
  }
  const found = posix.normalize(posix.join(posix.dirname(page), name));
  if (paths.has(found)) return undefined;
  return { code: "missing_file", message: `The folder has no file ${shown}` };
}
