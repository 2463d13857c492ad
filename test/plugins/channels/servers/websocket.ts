import { createHash } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** One end of a WebSocket (RFC 6455), implemented by hand so that tests can also misbehave. */
export interface WebSocketEnd {
  send(text: string | Buffer): void;
  /** Sends raw frames, which may be malformed. */
  raw(bytes: Buffer): void;
  ping(): void;
  close(code?: number): void;
  /** Closes the connection without a close frame. */
  cut(): void;
  /** Stops answering but keeps the connection open. */
  hush(): void;
  readonly gone: Promise<void>;
}

interface Hear {
  text(text: string, end: WebSocketEnd): void;
}

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/** Accepts upgrades of an HTTP server. `admit` rejects one by throwing. */
export function serveWebSockets(
  server: Server,
  admit: (request: IncomingMessage) => void,
  open: (end: WebSocketEnd, request: IncomingMessage) => Hear,
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
    try {
      admit(request);
    } catch {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${MAGIC}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    const end = endOf(socket);
    const hear = open(end, request);
    read(socket, (opcode, data) => {
      if (end.isHushed()) return;
      if (opcode === TEXT) hear.text(data.toString(), end);
      else if (opcode === PING) end.raw(frame(PONG, data));
      else if (opcode === CLOSE) {
        end.raw(frame(CLOSE, data));
        socket.end();
      }
    });
  });
}

function endOf(socket: Socket): WebSocketEnd & { isHushed(): boolean } {
  let isHushed = false;
  socket.on("error", () => {});
  const raw = (bytes: Buffer) => {
    if (!isHushed && socket.writable) socket.write(bytes);
  };
  return {
    raw,
    send: (text) => raw(frame(TEXT, Buffer.from(text))),
    ping: () => raw(frame(PING, Buffer.from("are you there"))),
    close: (code = 1000) => raw(frame(CLOSE, Buffer.from([code >> 8, code & 255]))),
    cut: () => void socket.destroy(),
    hush: () => {
      isHushed = true;
    },
    isHushed: () => isHushed,
    gone: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

/** A complete, unmasked frame, as servers send it. */
export function frame(opcode: number, data: Buffer): Buffer {
  const { length } = data;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (length < 126) head[1] = length;
  else if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, data]);
}

function read(socket: Socket, take: (opcode: number, data: Buffer) => void): void {
  let buffer: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const [first = 0, second = 0] = buffer;
      const short = second & 0x7f;
      const at = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
      if (buffer.length < at + 4) return;
      const length = short === 126 ? buffer.readUInt16BE(2) : short === 127 ? Number(buffer.readBigUInt64BE(2)) : short;
      if (buffer.length < at + 4 + length) return;
      const mask = buffer.subarray(at, at + 4);
      const data = Buffer.from(buffer.subarray(at + 4, at + 4 + length)).map(
        (byte, i) => byte ^ (mask[i % 4] as number),
      );
      buffer = buffer.subarray(at + 4 + length);
      take(first & 0x0f, Buffer.from(data));
    }
  });
}
