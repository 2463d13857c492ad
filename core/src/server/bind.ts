import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const REASONS: Record<string, string> = {
  EADDRINUSE: "the port is already in use",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "this user may not take that port",
  ENOTFOUND: "the name is not known",
  ERR_SOCKET_BAD_PORT: "a port is a number from 0 to 65535",
};

/** Connections that the kernel holds until they are accepted. One that finds no place tries again a second later. */
const MOST_WAITING = 4_096;

/** Listens there or fails with one line and Node's code. It never takes another port or address instead. */
export function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const { code = "" } = cause;
      const message = `Cannot listen on ${host} port ${port}: ${REASONS[code] ?? cause.message}`;
      reject(Object.assign(new Error(message, { cause }), { code }));
    };
    server.once("error", fail);
    try {
      server.listen({ host, port, backlog: MOST_WAITING }, () => {
        server.off("error", fail);
        resolve(server.address() as AddressInfo);
      });
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  });
}
