import { signal } from "@preact/signals";

/** The address of the console at this gateway, which ends with a slash. This file is below it, in `assets/`. */
export const root = import.meta.env.DEV
  ? new URL("/console/", location.href)
  : new URL(/* @vite-ignore */ "../", import.meta.url);

/** Where the console is: the parts of the path after `/console/`, and the query. */
export interface Place {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** There is one address bar, so there is one place. */
export const place = signal<Place>(read());
addEventListener("popstate", () => {
  place.value = read();
});

/** Shows another page: `chats/chat_…?q=tea`. */
export function go(path: string, { replace = false } = {}): void {
  const url = new URL(path, root);
  if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
  place.value = read();
}

export const hrefOf = (path: string): string => new URL(path, root).pathname + new URL(path, root).search;

/** The path of a page, with ids that can hold any character. */
export const pathTo = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");

function read(): Place {
  const path = location.pathname.slice(root.pathname.length);
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(location.search) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
