import { relative, sep } from "node:path";
import { Refusal } from "../exit.ts";

/** The message of an error in a source, with its file and line. */
export function describeFault(error: unknown, folder: string, cwd: string): string {
  if (!(error instanceof Error)) return String(error);
  // The compiler reports the location on a separate line.
  const [message = "", at] = error.message.split(/\s*\n\s*/);
  const place = /:\d+:\d+$/.test(at ?? "") ? at : locationIn(error, folder);
  const what = error instanceof Refusal || message.startsWith("ParseError") ? message : `${error.name}: ${message}`;
  return place === undefined ? what : `${relative(cwd, place)}: ${what.trim()}`;
}

/** The innermost location of a stack that is in the source. */
function locationIn({ stack = "" }: Error, folder: string): string | undefined {
  const places = stack.split("\n").map((line) => /(?:file:\/\/)?([^\s()]+?)(?:\?[^\s():]*)?(:\d+:\d+)\)?$/.exec(line));
  const found = places.find((place) => place?.[1]?.startsWith(folder + sep) && !place[1].includes("node_modules"));
  return found ? `${found[1]}${found[2]}` : undefined;
}
