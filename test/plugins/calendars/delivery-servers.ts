import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** Whether a program is installed; continuous integration installs all of them. */
export function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

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

export const USER = "ada";
export const PASSWORD = "correct horse";

/** Radicale as packaged by Debian, with a password file and a calendar. */
export async function startRadicale({ user = USER } = {}): Promise<DavServer> {
  const folder = tempFolder();
  const users = join(folder, "users");
  writeFileSync(users, `${user}:${PASSWORD}\n`);
  const port = await freePort();
  const child = spawn(
    "radicale",
    [
      ...["--config", "", "--hosts", `127.0.0.1:${port}`, "--storage-filesystem-folder", join(folder, "data")],
      ...["--auth-type", "htpasswd", "--auth-htpasswd-filename", users, "--auth-htpasswd-encryption", "plain"],
      ...["--auth-delay", "0", "--logging-level", "error"],
    ],
    { stdio: "ignore" },
  );
  const authorization = `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString("base64")}`;
  return ready(child, port, `/${user}/`, `/${user}/office/`, { authorization });
}

/** Xandikos as packaged by Debian; it requires no password. */
export async function startXandikos(): Promise<DavServer> {
  const port = await freePort();
  const child = spawn(
    "xandikos",
    [
      "-d",
      join(tempFolder(), "data"),
      "--defaults",
      "-l",
      "127.0.0.1",
      "-p",
      String(port),
      "--current-user-principal",
      "/user/",
    ],
    { stdio: "ignore" },
  );
  return ready(child, port, "/user/calendars/", "/user/calendars/office/", {});
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-dav-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function ready(
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

type Fault = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A proxy that manipulates the responses of a server with `fault`, and by default passes everything on. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const state: { fault?: Fault | undefined; seen: { method: string; path: string; status?: number }[] } = { seen: [] };
  const server = createHttpServer((incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    const noted: (typeof state.seen)[number] = { method, path };
    state.seen.push(noted);
    const pass = () => {
      const onward = request({ hostname, port, method, path, headers }, (answer) => {
        noted.status = answer.statusCode ?? 0;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      incoming.pipe(onward);
    };
    if (state.fault) state.fault(incoming, response, pass);
    else pass();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    origin,
    /** The URL by way of the proxy. */
    at: (url: string) => url.replace(new URL(url).origin, origin),
    /** Passes requests on and drops the responses. */
    loseAnswers(method: string, count = Number.POSITIVE_INFINITY) {
      let left = count;
      state.fault = (incoming, response, pass) => {
        if (incoming.method !== method || left-- <= 0) return pass();
        const onward = request({ hostname, port, method, path: incoming.url, headers: incoming.headers }, (answer) => {
          answer.resume();
          answer.on("end", () => response.destroy());
        });
        incoming.pipe(onward);
      };
    },
    answer(status: number, headers: Record<string, string> = {}, body = "") {
      state.fault = (incoming, response) => {
        incoming.resume();
        response.writeHead(status, headers).end(body);
      };
    },
    heal() {
      state.fault = undefined;
    },
  };
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server that stores messages; `refuse` determines its errors for senders, recipients and data. */
export async function startMailServer({ password }: { password?: string } = {}) {
  const mails: Mail[] = [];
  const state: { refuse?: ((stage: "from" | "to" | "data", address: string) => Error | undefined) | undefined } = {};
  const refusal = (stage: "from" | "to" | "data", address: string) => state.refuse?.(stage, address);
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password: given }, _session, done) =>
      given === password ? done(null, { user: username }) : done(new Error("Wrong password")),
    onMailFrom: ({ address }, _session, done) => done(refusal("from", address)),
    onRcptTo: ({ address }, _session, done) => done(refusal("to", address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const error = refusal("data", "");
        if (!error)
          mails.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          });
        done(error);
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.on("error", () => {});
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  return { mails, state, port: (server.server.address() as AddressInfo).port };
}

/** An SMTP error with a status code. */
export const smtpError = (responseCode: number): Error => Object.assign(new Error("no"), { responseCode });
