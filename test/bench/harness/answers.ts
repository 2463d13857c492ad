import { readFileSync } from "node:fs";
import type { Running } from "./server.ts";

/** Sends one request; the contestant must answer 200. What it answers is shown by its members, so that all can be held side by side. */
export async function askOnce(running: Running, path: string, body: unknown): Promise<string> {
  const [process] = running.processes;
  const response = await fetch(`http://127.0.0.1:${process?.port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process?.token}` },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${running.name} answered ${response.status}: ${text}`);
  return shapeOf(JSON.parse(text));
}

/** Throws unless all contestants answer alike: same members, same kinds of values, at every depth. */
export function requireAlike(shapes: ReadonlyMap<string, string>): void {
  const [[reference, expected] = ["", ""], ...others] = shapes;
  for (const [name, shape] of others) {
    if (shape !== expected) throw new Error(`${name} does not answer like ${reference}:\n  ${shape}\n  ${expected}`);
  }
}

/** The first line of a file that a contestant left for the load. */
export function firstLine(running: Running, file: string): string {
  const path = running.processes[0]?.[file];
  return readFileSync(String(path), "utf8").split("\n", 1)[0] ?? "";
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length ? shapeOf(value[0]) : ""}]`;
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${shapeOf(member)}`);
  return `{ ${members.sort().join(", ")} }`;
}
