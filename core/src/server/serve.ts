import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import type { GatewayError } from "../define/error.ts";
import { BodyTooLarge, Internal, Unavailable } from "../define/errors.ts";
import { incomingOfNode, together } from "../http/incoming.ts";
import type { Outgoing } from "../http/outgoing.ts";
import { inspect } from "./inspect.ts";
import { refuse } from "./problem.ts";
import type { Admission, Servable } from "./servable.ts";

/** How node:http hands over a request. */
export type NodeListener = (req: IncomingMessage, res: ServerResponse) => void;

export interface ServeOptions {
  concurrency?: number;
  /** Told of each answer that is an event stream, which never ends by itself. */
  onStream?: (res: ServerResponse) => void;
}

/**
 * Puts a gateway behind node:http. At most `concurrency` requests are in work at once, the next ones are answered 503.
 * A request is in work until the head of its answer is known, so that open event streams take no place.
 */
export function serve(gateway: Servable, admission: Admission, options: ServeOptions = {}): NodeListener {
  const { concurrency = Number.POSITIVE_INFINITY, onStream } = options;
  const door = gateway.doorFrom(admission);
  const { bodyLimit } = gateway;
  const trustProxy = admission.trustedProxy ?? false;
  let inWork = 0;

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const objection = inspect(req) ?? (inWork < concurrency ? undefined : overloaded());
    if (objection) {
      refuse(req, res, objection);
      return;
    }
    inWork++;
    const request = () => new NodeRequest({ req, res, maxRequestBodySize: bodyLimit, trustProxy });
    door(incomingOfNode(req, res, request)).then(send, fail);

    function send(answer: Outgoing | Response): void {
      inWork--;
      try {
        if (answer instanceof Response) stream(answer);
        else together(() => write(answer));
      } catch (error) {
        giveUp(error);
      }
    }

    function write({ status, headers, text }: Outgoing): void {
      if (res.destroyed) return;
      try {
        res.writeHead(status, headers).end(text);
      } catch (error) {
        giveUp(error);
      }
    }

    /** Also where the client has gone: whoever writes the body learns there that it can stop. */
    function stream(response: Response): void {
      // Only of a GET: to look at an answer's headers costs, and operations are called by POST.
      const live = req.method === "GET" && isEventStream(response);
      sendNodeResponse(res, response).catch(giveUp);
      if (live && !res.destroyed) {
        // The client is to know at once that it listens, not only with the first event.
        res.flushHeaders();
        onStream?.(res);
      }
    }

    function fail(error: unknown): void {
      inWork--;
      giveUp(error);
    }

    /** Where the client has gone there is nobody to tell; the gateway keeps its own log. */
    function giveUp(error: unknown): void {
      if (res.destroyed) return;
      if (res.headersSent) res.destroy();
      else refuse(req, res, isBodyTooLarge(error) ? BodyTooLarge({ limit: bodyLimit }) : Internal({}));
    }
  }
  return answer;
}

function overloaded(): GatewayError {
  return Unavailable({ reason: "Too many requests are in work" });
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** What srvx throws out of `request.text()` and its like. */
function isBodyTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BODY_TOO_LARGE";
}
