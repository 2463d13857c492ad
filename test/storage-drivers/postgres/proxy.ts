import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What happens to data that a client sends. */
export type Fate =
  | "pass"
  /** Nothing is forwarded in either direction from here on, and no connection is closed. */
  | "silence"
  /** The connections are closed and the data is lost. */
  | "cut before"
  /** The data reaches the server, but its answer is lost. */
  | "cut after"
  /** The first half reaches the server. */
  | "cut half"
  | Delay;

/** The data, or the answers from then on, arrive so many milliseconds later. Nothing overtakes anything. */
export interface Delay {
  readonly delay: number;
  readonly of: "request" | "answer";
}

/** A proxy in front of a server that can fail in the middle of what a client sends. */
export interface Proxy {
  readonly port: number;
  /** Decides about each piece of data; by default all pass. */
  decide(fate: (data: Buffer) => Fate): void;
  stop(): Promise<void>;
}

/** Writes data in the order in which it was sent, each piece not before its delay is over. */
function createLine(write: (data: Buffer) => void) {
  let last: Promise<void> | undefined;
  const after = (work: () => void, delay = 0): void => {
    if (!last && delay === 0) return void work();
    const due = Promise.all([last, delay > 0 && pause(delay)]).then(work);
    const next: Promise<void> = due.then(() => {
      if (last === next) last = undefined;
    });
    last = next;
  };
  return {
    send: (data: Buffer, delay?: number): void => after(() => write(data), delay),
    /** Runs after what is delayed. */
    after: (work: () => void): void => after(work),
    isDelayed: (): boolean => last !== undefined,
  };
}

/** Forwards to the port that `to` is, or gives when a client connects. */
export async function startProxy(to: number | (() => number)): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let fateOf: (data: Buffer) => Fate = () => "pass";
  const server: Server = createServer((client) => {
    const upstream = connect(typeof to === "number" ? to : to(), "127.0.0.1");
    let isSilent = false;
    let isCut = false;
    let answerDelay = 0;
    const requests = createLine((data) => upstream.write(data));
    const answers = createLine((data) => client.write(data));
    const both = [client, upstream];
    const close = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => {
      if (isSilent || isCut) return;
      const fate = fateOf(data);
      answerDelay = 0;
      if (fate === "silence") isSilent = true;
      else if (fate === "pass") requests.send(data);
      else if (typeof fate === "object") {
        if (fate.of === "answer") answerDelay = fate.delay;
        requests.send(data, fate.of === "request" ? fate.delay : 0);
      } else if (fate === "cut before") close();
      else {
        isCut = true;
        const sent = fate === "cut half" ? data.subarray(0, data.length >> 1) : data;
        upstream.write(sent, () => client.destroy());
      }
    });
    client.on("close", () => {
      // What is delayed still arrives after the client has closed its connection.
      if (isCut || requests.isDelayed()) requests.after(() => upstream.end());
      else upstream.destroy();
    });
    upstream.on("data", (data) => !isSilent && !isCut && answers.send(data, answerDelay));
    upstream.on("close", () => !isSilent && answers.after(() => client.destroy()));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    decide(fate) {
      fateOf = fate;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
