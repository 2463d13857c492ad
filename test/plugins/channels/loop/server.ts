import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Inbound, Received } from "@postern/channels/services";
import { onTestFinished } from "vitest";
import { until } from "../../../run/until.ts";

/** A request of an adapter. */
export interface Asked {
  readonly n: number;
  readonly what: "hello" | "send" | "edit" | "remove" | "confirm" | "ping";
  readonly adapter?: string;
  readonly password?: string;
  readonly place?: string;
  readonly text?: string;
  readonly key?: string;
  readonly of?: string;
}

interface Ack {
  readonly what: "ack" | "nack";
  readonly of: number;
  readonly received?: Received;
  readonly error?: string;
}

/** The answer: undefined for none, `"cut"` to close the socket. */
type Answer = Record<string, unknown> | "cut" | undefined;
export type Script = (asked: Asked, count: number) => Answer | Promise<Answer>;

/** The server of loop adapters. It records what it receives, and answers by its script. */
export async function startLoop(port = 0) {
  const sockets = new Set<Socket>();
  const acks = new Map<number, { resolve(received: Received): void; reject(error: Error): void }>();
  const sent: Asked[] = [];
  const changes: Asked[] = [];
  const hellos: Asked[] = [];
  let script: Script = () => ({});
  let asks = 0;
  let events = 0;
  let isSilent = false;

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    // The line reader also emits the error of a cut socket.
    createInterface({ input: socket })
      .on("line", (line) => void hear(socket, JSON.parse(line)))
      .on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);

  async function hear(socket: Socket, line: Asked | Ack) {
    if (isSilent) return;
    if (line.what === "ack" || line.what === "nack") {
      const waiting = acks.get(line.of);
      acks.delete(line.of);
      if (line.what === "ack") waiting?.resolve(line.received as Received);
      else waiting?.reject(new Error(line.error));
      return;
    }
    const said = line as Asked;
    const answer = said.what === "ping" || said.what === "hello" ? undefined : await script(said, ++asks);
    if (said.what === "hello") hellos.push(said);
    const isTaken = answer !== undefined && answer !== "cut" && answer.error === undefined;
    if (said.what === "send" && (isTaken || (answer as { received?: boolean })?.received)) sent.push(said);
    if ((said.what === "edit" || said.what === "remove") && isTaken) changes.push(said);
    if (answer === "cut") socket.destroy();
    else if (said.what === "ping" || said.what === "hello") socket.write(`${JSON.stringify({ n: said.n })}\n`);
    else if (answer !== undefined) {
      const id = said.what === "send" ? { id: `out-${asks}` } : {};
      socket.write(`${JSON.stringify({ n: said.n, ...id, ...answer })}\n`);
    }
  }

  const write = (body: object) => {
    for (const socket of sockets) socket.write(`${JSON.stringify(body)}\n`);
  };
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    sent,
    changes,
    hellos,
    close,
    texts: () => sent.map(({ text }) => text),
    answer(next: Script) {
      script = next;
    },
    /** Keeps the socket open, but reads and writes nothing. */
    goSilent(silent = true) {
      isSilent = silent;
    },
    trouble: (reason: string) => write({ trouble: reason }),
    end: (reason: string, permanent = false) => write({ end: reason, permanent }),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Sends an event, and waits until it is stored. */
    deliver(event: Inbound): Promise<Received> {
      const e = ++events;
      return new Promise((resolve, reject) => {
        acks.set(e, { resolve, reject });
        write({ e, event });
      });
    },
    /** Waits until this many messages have arrived. */
    async got(count: number) {
      await until(() => {
        if (sent.length < count) throw new Error(`${sent.length} of ${count} messages came`);
      });
      return sent;
    },
  };
}

let ids = 0;
type Message = Extract<Inbound, { type: "message" }>;

/** Sends a message of a person. */
export const message = (text: string, more: Partial<Message> = {}): Message => ({
  type: "message",
  id: `in-${++ids}`,
  place: { id: "#room", kind: "room", title: "Room" },
  sender: { id: "ann", name: "Ann" },
  text,
  ...more,
});
