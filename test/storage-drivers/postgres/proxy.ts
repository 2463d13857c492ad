import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

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
  | "cut half";

/** A proxy in front of a server that can fail in the middle of what a client sends. */
export interface Proxy {
  readonly port: number;
  /** Decides about each piece of data; by default all pass. */
  decide(fate: (data: Buffer) => Fate): void;
  stop(): Promise<void>;
}

export async function startProxy(to: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let fateOf: (data: Buffer) => Fate = () => "pass";
  const server: Server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    let isSilent = false;
    let isCut = false;
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
      if (fate === "silence") isSilent = true;
      else if (fate === "pass") upstream.write(data);
      else if (fate === "cut before") close();
      else {
        isCut = true;
        const sent = fate === "cut half" ? data.subarray(0, data.length >> 1) : data;
        upstream.write(sent, () => client.destroy());
      }
    });
    client.on("close", () => (isCut ? upstream.end() : upstream.destroy()));
    upstream.on("data", (data) => !isSilent && !isCut && client.write(data));
    upstream.on("close", () => !isSilent && client.destroy());
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
