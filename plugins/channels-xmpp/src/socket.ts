import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { TLSSocket } from "node:tls";
import { readInPortions } from "@postern/channels/kind";

/** The longest stanza that is taken in. */
const MOST = 1_048_576;

/**
 * A connection that stands already, in the shape in which @xmpp/client wants its sockets: the library's own know no
 * certificates of one's own, break characters that come in two pieces, and keep a stanza of any length.
 */
export class StanzaSocket extends EventEmitter {
  /** By this the library says whether a connection is encrypted. */
  readonly secure: boolean;
  failure: Error | undefined;
  /** Reads no further, or goes on. */
  flow: (on: boolean) => void = () => {};
  readonly #socket: Socket;
  #unfinished = 0;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    this.secure = socket instanceof TLSSocket;
  }

  /** Begins to hand on what comes; tells that it is connected, as the library expects of its sockets. */
  connect(): void {
    this.#begin();
    queueMicrotask(() => this.emit("connect"));
  }

  #begin(): void {
    const decoder = new StringDecoder("utf8");
    const socket = this.#socket;
    this.flow = readInPortions(socket, (data) => {
      this.#unfinished += data.length;
      if (this.#unfinished > MOST) return this.fail(new Error(`The server sent a stanza of more than ${MOST} bytes`));
      try {
        this.emit("data", decoder.write(data));
      } catch {
        this.fail(new Error("The server sent what is no XML"));
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

  /** To be called at the end of each stanza. */
  finished(): void {
    this.#unfinished = 0;
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
    else process.nextTick(written, new Error("There is no connection"));
  }

  end(): void {
    this.#socket.end();
  }
}
