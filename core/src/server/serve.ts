import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import type { GatewayError } from "../define/error.ts";
import { BodyTooLarge, Internal, Unavailable } from "../define/errors.ts";
import { batched, incomingOfNode } from "../http/incoming.ts";
import type { Outgoing } from "../http/outgoing.ts";
import { inspect } from "./inspect.ts";
import { refuse } from "./problem.ts";
import type { Admission, Servable } from "./servable.ts";

/** A request handler of node:http. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;

export interface ServeOptions {
  concurrency?: number;
  /** Called for each answer that is an event stream, which never ends by itself. */
  onStream?: (res: ServerResponse) => void;
}

/**
 * Serves a gateway through node:http. At most `concurrency` requests are in progress, further ones are answered 503. A
 * request is in progress until the head of its answer is known, so open event streams do not count.
 */
export function serve(gateway: Servable, admission: Admission, options: ServeOptions = {}): NodeHandler {
  const { concurrency = Number.POSITIVE_INFINITY, onStream } = options;
  const handler = gateway.handlerFrom(admission);
  const { bodyLimit } = gateway;
  const trustProxy = admission.trustedProxy ?? false;
  let inWork = 0;

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const refusal = inspect(req) ?? (inWork < concurrency ? undefined : overloaded());
    if (refusal) {
      refuse(req, res, refusal);
      return;
    }
    inWork++;
    const request = () => new NodeRequest({ req, res, maxRequestBodySize: bodyLimit, trustProxy });
    handler(incomingOfNode(req, res, request)).then(send, fail);

    function send(answer: Outgoing | Response): void {
      inWork--;
      try {
        if (answer instanceof Response) stream(answer);
        else batched(() => write(answer));
      } catch (error) {
        answerFailure(error);
      }
    }

    function write({ status, headers, text }: Outgoing): void {
      if (res.destroyed) return;
      try {
        res.writeHead(status, headers).end(text);
      } catch (error) {
        answerFailure(error);
      }
    }

    /** Called even if the client has disconnected, so that the producer of the body learns that it can stop. */
    function stream(response: Response): void {
      // Only for GET: checking the headers has a cost, and operations use POST.
      const live = req.method === "GET" && isEventStream(response);
      sendNodeResponse(res, response).catch(answerFailure);
      if (res.destroyed) return;
      // Tells the client immediately that it is connected, not only with the first event or answer.
      if (live || !req.complete) res.flushHeaders();
      if (live) onStream?.(res);
    }

    function fail(error: unknown): void {
      inWork--;
      answerFailure(error);
    }

    /** If the client has disconnected there is nobody to answer. The gateway has its own log. */
    function answerFailure(error: unknown): void {
      if (res.destroyed) return;
      if (res.headersSent) res.destroy();
      else refuse(req, res, isBodyTooLarge(error) ? BodyTooLarge({ limit: bodyLimit }) : Internal({}));
    }
  }
  return answer;
}

function overloaded(): GatewayError {
  return Unavailable({ reason: "Too many requests are in progress" });
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** The error that srvx throws in `request.text()` and similar methods. */
function isBodyTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BODY_TOO_LARGE";
}
