import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export const USER = "ada";
export const PASSWORD = "correct horse";

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
