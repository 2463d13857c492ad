import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { TLSSocket } from "node:tls";
import { readInPortions } from "@postern/channels/kind";

/** Maximum bytes of a stanza. */
const MAX_COUNT = 1_048_576;

/**
 * A socket for @xmpp/client over an open connection. The library's own sockets do not support custom certificates, break
 * characters that arrive in two parts, and limit no stanza length.
 */
export class StanzaSocket extends EventEmitter {
  /** Read by the library to tell whether the connection is encrypted. */
  readonly secure: boolean;
  failure: Error | undefined;
  /** Whether the server has sent a stanza. */
  hasHeard = false;
  /** Pauses and resumes reading. */
  flow: (on: boolean) => void = () => {};
  readonly #socket: Socket;
  #unfinished = 0;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    this.secure = socket instanceof TLSSocket;
  }

  /** Starts passing on data, and emits "connect" as the library expects. */
  connect(): void {
    this.#begin();
    queueMicrotask(() => this.emit("connect"));
  }

  #begin(): void {
    const decoder = new StringDecoder("utf8");
    const socket = this.#socket;
    this.flow = readInPortions(socket, (data) => {
      this.#unfinished += data.length;
      if (this.#unfinished > MAX_COUNT)
        return this.fail(new Error(`The server sent a stanza of more than ${MAX_COUNT} bytes`));
      try {
        this.emit("data", decoder.write(data));
      } catch {
        this.fail(new Error("The server sent invalid XML"));
      }
    });
    const close = () => {
      this.failure ??= socket.errored ?? undefined;
      this.emit("close", this.failure !== undefined, this.failure);
    };
    socket.once("close", close);
    if (socket.destroyed) close();
    else socket.resume();
  }

  /** Call it at the end of each stanza. */
  finished(): void {
    this.#unfinished = 0;
    this.hasHeard = true;
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.#socket.destroy();
  }

  get writable(): boolean {
    return this.#socket.writable;
  }

  write(text: string, written: (error?: Error | null) => void): void {
    if (this.#socket.writable) this.#socket.write(text, written);
    else process.nextTick(written, new Error("The adapter is not connected"));
  }

  end(): void {
    this.#socket.end();
  }
}
