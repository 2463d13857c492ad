import { posix } from "node:path";
import type { Finding } from "../schemas.ts";
import type { Reference } from "./page-work.ts";

/** Without these a page does not do what it was written for; without a picture it does. */
const NEEDED = ["script", "stylesheet"];

/** Characters of an address of a file, each of which may be escaped. */
const LONGEST = 4_096;

/** What a page loads that will not be there when it is served, told where the page asks for it. */
export function missing(
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
    const way = externalAllowed ? "use https" : "put the file into the folder, or set externalAllowed in widget.json";
    return { code: "external_refused", message: `${shown} will not be loaded: ${way}` };
  }
  if (url.startsWith("/"))
    return { code: "absolute_path", message: `${shown} leads out of the widget: write it as seen from this page` };
  // No path in a folder is as long, and to take one apart takes far longer than it is.
  if (url.length > LONGEST) return { code: "missing_file", message: `There is no file ${shown} in the folder` };
  const [path = ""] = url.split(/[?#]/);
  let name = path;
  try {
    name = decodeURIComponent(path);
  } catch {
    // It stays what it is, and is not there.
  }
  const found = posix.normalize(posix.join(posix.dirname(page), name));
  if (paths.has(found)) return undefined;
  return { code: "missing_file", message: `There is no file ${shown} in the folder` };
}
