import { relative, sep } from "node:path";
import { Refusal } from "../exit.ts";

/** What is wrong with a source in words, with the file and line where it is. */
export function faultOf(error: unknown, folder: string, cwd: string): string {
  if (!(error instanceof Error)) return String(error);
  // The compiler names the place in a line of its own.
  const [message = "", at] = error.message.split(/\s*\n\s*/);
  const place = /:\d+:\d+$/.test(at ?? "") ? at : placeIn(error, folder);
  const what = error instanceof Refusal || message.startsWith("ParseError") ? message : `${error.name}: ${message}`;
  return place === undefined ? what : `${relative(cwd, place)}: ${what.trim()}`;
}

/** The innermost place of a stack that lies in the source. */
function placeIn({ stack = "" }: Error, folder: string): string | undefined {
  const places = stack.split("\n").map((line) => /(?:file:\/\/)?([^\s()]+?)(?:\?[^\s():]*)?(:\d+:\d+)\)?$/.exec(line));
  const found = places.find((place) => place?.[1]?.startsWith(folder + sep) && !place[1].includes("node_modules"));
  return found ? `${found[1]}${found[2]}` : undefined;
}
