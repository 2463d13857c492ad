import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Unavailable } from "../define/errors.ts";
import { rawProblem } from "./problem.ts";

/** How long, in milliseconds, a client may go on sending what nobody wants before its connection is cut. */
const LINGER = 2_000;

/** How many connections above the bound may wait for their 503 at one time. */
const MOST_REFUSED = 128;

interface Connection {
  readonly socket: Socket;
  /** Came while every place was taken by work: it is answered 503 and closed. */
  readonly refused: boolean;
  /** Requests on it that are not answered yet. */
  inWork: number;
  /** The newest answer on it, sent or not. */
  answer: ServerResponse | undefined;
  ended: boolean;
}

export interface Connections {
  /** Gives a new socket its place, makes one, or refuses it. */
  take(socket: Socket): void;
  /** Notes that a request is in work. False: its connection was refused, so answer 503. */
  begin(req: IncomingMessage, res: ServerResponse): boolean;
  /** Ends a connection whose bytes cannot be read, with these ones unless half an answer stands on it already. */
  fail(socket: Socket, bytes: string): void;
  /** True where waiting on leads nowhere: nothing is in work, or the client does not read its answer. */
  isStuck(socket: Socket): boolean;
  /** Ends what is idle at once, and everything else after its answer. */
  drain(): void;
}

/** Keeps at most `limit` connections. Room is made where nothing is in work, the longest idle first. */
export function createConnections(limit: number): Connections {
  const all = new Map<Socket, Connection>();
  // In the order in which they became idle. A client that sends its headers byte by byte counts as idle too.
  const idle = new Set<Connection>();
  const refused = new Set<Connection>();
  let draining = false;

  function take(socket: Socket): void {
    const full = all.size - refused.size >= limit;
    const [longestIdle] = full ? idle : [];
    if (longestIdle) turnAway(longestIdle);
    const connection: Connection = {
      socket,
      refused: full && !longestIdle,
      inWork: 0,
      answer: undefined,
      ended: false,
    };
    all.set(socket, connection);
    socket.once("close", () => forget(connection));
    closeAfterBody(connection);
    if (connection.refused) awaitRefusal(connection);
    else idle.add(connection);
  }

  /** The 503 is the answer to a request where one comes: a client that is still sending would not read it otherwise. */
  function awaitRefusal(connection: Connection): void {
    const [longestWaiting] = refused.size >= MOST_REFUSED ? refused : [];
    if (longestWaiting) turnAway(longestWaiting);
    refused.add(connection);
    const timer = setTimeout(() => turnAway(connection), LINGER);
    connection.socket.once("close", () => clearTimeout(timer));
  }

  function turnAway(connection: Connection): void {
    const { socket, answer, ended } = connection;
    forget(connection);
    // An unasked 503 after an answer could be taken for the answer to the next request.
    if (ended || answer) socket.destroy();
    else socket.end(rawProblem(Unavailable({ reason: "Too many connections are open" })), () => socket.destroy());
  }

  function begin(req: IncomingMessage, res: ServerResponse): boolean {
    const connection = all.get(req.socket);
    if (!connection) {
      req.socket.destroy();
      return false;
    }
    idle.delete(connection);
    connection.inWork++;
    connection.answer = res;
    if (draining || connection.refused) res.shouldKeepAlive = false;
    res.once("close", () => done(connection, req));
    return !connection.refused;
  }

  function done(connection: Connection, req: IncomingMessage): void {
    const { socket } = connection;
    if (--connection.inWork > 0 || socket.destroyed) return;
    if (!connection.refused) idle.add(connection);
    if (!req.complete) cutLater(req, socket);
    if (draining) hangUp(connection);
  }

  function forget(connection: Connection): void {
    all.delete(connection.socket);
    idle.delete(connection);
    refused.delete(connection);
  }

  function fail(socket: Socket, bytes: string): void {
    const connection = all.get(socket);
    const midAnswer = connection && connection.inWork > 0 && (connection.inWork > 1 || connection.answer?.headersSent);
    if (!connection || midAnswer || !socket.writable) socket.destroy();
    else hangUp(connection, bytes);
  }

  function isStuck(socket: Socket): boolean {
    return (all.get(socket)?.inWork ?? 0) === 0 || socket.writableLength > 0;
  }

  function drain(): void {
    draining = true;
    for (const connection of all.values()) {
      if (connection.inWork === 0) connection.socket.destroySoon();
      else if (connection.answer) connection.answer.shouldKeepAlive = false;
    }
  }

  return { take, begin, fail, isStuck, drain };
}

/**
 * After an answer with `connection: close` Node closes at once. While the client is still sending its body the kernel
 * then resets the connection, and the client never reads why it was refused.
 */
function closeAfterBody(connection: Connection): void {
  const { socket } = connection;
  const close = socket.destroySoon;
  socket.destroySoon = () => {
    if (connection.answer?.req.complete === false) hangUp(connection);
    else close.call(socket);
  };
}

function hangUp(connection: Connection, bytes = ""): void {
  if (connection.ended) return;
  connection.ended = true;
  const { socket } = connection;
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(timer));
}

/** Reads the rest of a body that was answered early, so that the connection can be used again, but not for long. */
function cutLater(req: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER);
  req.once("close", () => clearTimeout(timer));
  req.resume();
}
