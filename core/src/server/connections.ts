import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Unavailable } from "../define/errors.ts";
import { RequestTimeout, rawProblem } from "./problem.ts";

/** How long a client may continue to send unwanted data before its connection is closed, in milliseconds. */
const LINGER = 2_000;

/** How long idle connections are still read when the server closes, in milliseconds: a request may be on its way. */
const ON_ITS_WAY = 100;

/** How many connections above the limit may wait for their 503 at the same time. */
const MAX_REFUSED = 128;

interface Connection {
  readonly socket: Socket;
  /** Accepted while all places were busy: it is answered 503 and closed. */
  readonly refused: boolean;
  /** Number of unanswered requests on it. */
  inWork: number;
  /** The newest answer on it, sent or not. */
  answer: ServerResponse | undefined;
  /** When its newest request began, in milliseconds of the monotonic clock. */
  since: number;
  ended: boolean;
}

export interface Connections {
  /** Accepts a new socket, closes an idle one for it, or refuses it. */
  take(socket: Socket): void;
  /** Registers a request. False if its connection was refused: answer 503. */
  begin(req: IncomingMessage, res: ServerResponse): boolean;
  /** Closes a connection with unreadable data. Sends these bytes first, unless an answer is already partly sent. */
  fail(socket: Socket, bytes: string): void;
  /**
   * Closes connections whose request has not arrived completely after `limit` milliseconds. A request that is being
   * answered while it arrives may take any time.
   */
  failLate(limit: number): void;
  /** Whether waiting is pointless: no request is in progress, or the client does not read its answer. */
  isStuck(socket: Socket): boolean;
  /** Closes connections after their answer, and idle ones soon. */
  drain(): void;
}

/** Keeps at most `limit` connections. To make room, the one that has been idle longest is closed. */
export function createConnections(limit: number): Connections {
  const all = new Map<Socket, Connection>();
  // In the order in which they became idle. A client that sends its headers byte by byte counts as idle too.
  const idle = new Set<Connection>();
  const refused = new Set<Connection>();
  let draining = false;

  function take(socket: Socket): void {
    const full = all.size - refused.size >= limit;
    const [longestIdle] = full ? idle : [];
    if (longestIdle) refuseAndClose(longestIdle);
    const connection: Connection = {
      socket,
      refused: full && !longestIdle,
      inWork: 0,
      answer: undefined,
      since: 0,
      ended: false,
    };
    all.set(socket, connection);
    socket.once("close", () => forget(connection));
    closeAfterBody(connection);
    if (connection.refused) awaitRefusal(connection);
    else idle.add(connection);
  }

  /** If a request arrives, the 503 answers it: a client that is still sending might not read it otherwise. */
  function awaitRefusal(connection: Connection): void {
    const [longestWaiting] = refused.size >= MAX_REFUSED ? refused : [];
    if (longestWaiting) refuseAndClose(longestWaiting);
    refused.add(connection);
    const timer = setTimeout(() => refuseAndClose(connection), LINGER);
    connection.socket.once("close", () => clearTimeout(timer));
  }

  function refuseAndClose(connection: Connection): void {
    const { socket, answer, ended } = connection;
    forget(connection);
    // After an answer, an unsolicited 503 could be mistaken for the answer to the next request.
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
    connection.since = performance.now();
    if (draining || connection.refused) res.shouldKeepAlive = false;
    res.once("close", () => done(connection, req));
    return !connection.refused;
  }

  function done(connection: Connection, req: IncomingMessage): void {
    const { socket } = connection;
    if (--connection.inWork > 0 || socket.destroyed) return;
    if (!connection.refused) idle.add(connection);
    if (!req.complete) drainBody(req, socket);
    if (draining) closeGracefully(connection);
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
    else closeGracefully(connection, bytes);
  }

  function failLate(limit: number): void {
    const latest = performance.now() - limit;
    for (const { socket, inWork, answer, since } of all.values())
      if (inWork > 0 && since < latest && answer?.req.complete === false && !answer.headersSent)
        fail(socket, rawProblem(RequestTimeout({})));
  }

  function isStuck(socket: Socket): boolean {
    return (all.get(socket)?.inWork ?? 0) === 0 || socket.writableLength > 0;
  }

  function drain(): void {
    draining = true;
    for (const { inWork, answer } of all.values()) if (inWork > 0 && answer) answer.shouldKeepAlive = false;
    setTimeout(() => {
      for (const { inWork, socket } of all.values()) if (inWork === 0) socket.destroySoon();
    }, ON_ITS_WAY).unref();
  }

  return { take, begin, fail, failLate, isStuck, drain };
}

/**
 * After an answer with `connection: close` Node closes immediately. If the client is still sending its body, the
 * operating system then resets the connection, and the client never reads why it was refused.
 */
function closeAfterBody(connection: Connection): void {
  const { socket } = connection;
  const close = socket.destroySoon;
  socket.destroySoon = () => {
    if (connection.answer?.req.complete === false) closeGracefully(connection);
    else close.call(socket);
  };
}

function closeGracefully(connection: Connection, bytes = ""): void {
  if (connection.ended) return;
  connection.ended = true;
  const { socket } = connection;
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(timer));
}

/** Reads the rest of a body that was answered early, so that the connection can be reused, but not for long. */
function drainBody(req: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER);
  req.once("close", () => clearTimeout(timer));
  req.resume();
}
