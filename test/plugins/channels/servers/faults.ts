import type { ServerResponse } from "node:http";

/** How a server fails: with a given answer, or without a valid one. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** Never answers. */
  | "hang"
  /** Closes the connection in the middle of an answer. */
  | "cut"
  /** Executes the request and closes the connection before answering. */
  | "mute"
  | undefined;

/** Faults to inject, by method. */
export function createFaults() {
  const coming = new Map<string, Fault[]>();
  return {
    /** Makes the next `times` calls of a method fail. */
    fail(method: string, fault: Fault, times = 1): void {
      coming.set(method, [...(coming.get(method) ?? []), ...new Array<Fault>(times).fill(fault)]);
    },
    heal: (method: string): void => void coming.delete(method),
    next: (method: string): Fault => coming.get(method)?.shift(),
  };
}

/** Answers according to a fault. */
export function answerWith(fault: Exclude<Fault, undefined | "mute">, response: ServerResponse): void {
  if (fault === "hang") return;
  if (fault === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"ok":tr');
    setTimeout(() => response.destroy(), 20);
    return;
  }
  const { status, headers = {}, body = "" } = fault;
  response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
}
