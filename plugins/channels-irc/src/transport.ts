import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { readInPortions } from "@postern/channels/kind";

/** Maximum bytes of a line: 8191 bytes of tags and 512 of the rest, rounded up. */
const MAX_COUNT = 16_384;
const LF = 10;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A line transport over an open socket, with the interface that irc-framework expects. The library's own transport does
 * not support custom certificates, limits no line length and does not escape line breaks.
 */
export class LineTransport extends EventEmitter {
  readonly encoding = "utf8";
  /** The error of the socket. */
  failure: Error | undefined;
  /** Whether the server has sent a line. */
  hasHeard = false;
  /** Pauses and resumes reading. */
  flow: (on: boolean) => void = () => {};
  /** The pieces of an incomplete line, joined once when it is complete. */
  #rest: Buffer[] = [];
  #size = 0;
  readonly #socket: Socket;
  readonly #onFault: (error: unknown) => void;

  constructor(socket: Socket, onFault: (error: unknown) => void) {
    super();
    this.#socket = socket;
    this.#onFault = onFault;
  }

  connect(): void {
    const socket = this.#socket;
    this.flow = readInPortions(socket, (data) => this.#take(data));
    const close = () => {
      this.failure ??= socket.errored ?? undefined;
      this.emit("close", this.failure ?? false);
    };
    socket.once("close", close);
    if (socket.destroyed) close();
    else this.emit("open");
  }

  isConnected(): boolean {
    return this.#socket.writable;
  }

  writeLine(line: string, written?: () => void): void {
    if (!this.#socket.writable) return void (written && process.nextTick(written));
    // Text must not end its line and start a command.
    this.#socket.write(`${line.replace(/[\r\n\0]/g, " ")}\r\n`, () => written?.());
  }

  close(force: boolean): void {
    if (force) this.#socket.destroy();
    else this.#socket.end();
  }

  disposeSocket(): void {
    this.#socket.destroy();
  }

  setEncoding(): boolean {
    return true;
  }

  #take(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(LF); end >= 0; end = data.indexOf(LF, start)) {
      const piece = data.subarray(start, end);
      this.#line(this.#size === 0 ? piece : Buffer.concat([...this.#rest, piece]));
      this.#rest = [];
      this.#size = 0;
      start = end + 1;
    }
    if (start < data.length) this.#rest.push(data.subarray(start));
    this.#size += data.length - start;
    if (this.#size <= MAX_COUNT) return;
    this.#rest = [];
    this.#size = 0;
    this.failure = new Error(`The server sent a line of more than ${MAX_COUNT} bytes`);
    this.#socket.destroy();
  }

  #line(bytes: Buffer): void {
    if (bytes.length > MAX_COUNT) return;
    this.hasHeard = true;
    try {
      for (const line of decoded(bytes).replaceAll("\0", "").split("\r")) if (line) this.emit("line", line);
    } catch (error) {
      // A line that the library cannot handle must not stop the following ones.
      this.#onFault(error);
    }
  }
}

/** UTF-8, or Latin-1 if it is not valid UTF-8. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
