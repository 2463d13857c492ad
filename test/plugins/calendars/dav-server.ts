import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

export interface DavServer {
  /** Ends with a slash. */
  readonly origin: string;
  /** Collection of the user's calendars. */
  readonly home: string;
  readonly calendar: string;
  readonly headers: Record<string, string>;
  put(name: string, ics: string): Promise<void>;
  get(name: string): Promise<string>;
  etag(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
  stop(): void;
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-dav-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A CalDAV server that runs, until the test is finished, with an empty calendar at `path`. */
export async function ready(
  child: ChildProcess,
  port: number,
  home: string,
  path: string,
  headers: Record<string, string>,
): Promise<DavServer> {
  const stop = () => child.kill("SIGKILL");
  onTestFinished(() => {
    stop();
  });
  const origin = `http://127.0.0.1:${port}`;
  const calendar = `${origin}${path}`;
  const send = async (name: string, method: string, body?: string) => {
    const type = method === "PUT" ? "text/calendar; charset=utf-8" : "application/xml";
    const answer = await fetch(`${calendar}${name}`, {
      method,
      headers: { ...headers, depth: "1", ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
    });
    return answer;
  };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(origin, { method: "OPTIONS", headers }).catch(() => undefined);
    if (answer) break;
    await pause(100);
  }
  const made = await send("", "MKCALENDAR");
  if (made.status >= 400) throw new Error(`No calendar could be made: ${made.status} ${await made.text()}`);
  return {
    origin: `${origin}/`,
    home: `${origin}${home}`,
    calendar,
    headers,
    async put(name, ics) {
      const answer = await send(name, "PUT", ics);
      if (answer.status >= 300) throw new Error(`PUT ${name} answers ${answer.status}: ${await answer.text()}`);
    },
    get: async (name) => (await send(name, "GET")).text(),
    etag: async (name) => (await send(name, "GET")).headers.get("etag"),
    async remove(name) {
      await send(name, "DELETE");
    },
    async names() {
      const text = await (
        await send("", "PROPFIND", '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>')
      ).text();
      return [...text.matchAll(/[^/<>]+\.ics/g)].map(([name]) => name).sort();
    },
    stop,
  };
}
