import { PosternError } from "@postern/client";
import { methodOf } from "../../data/call.ts";
import { matches } from "../../data/globs.ts";
import type { FromPage, SentError, SentEvent, ToPage } from "../../frame/protocol.ts";
import type { AddedPage } from "../../session/added-pages.ts";
import type { Session } from "../../session/session.ts";
import type { Actions } from "../../ui/actions.tsx";
import { pageLeft, type Visit } from "../../ui/visit.ts";

interface Setting {
  readonly page: AddedPage;
  readonly session: Session;
  readonly run: Actions["run"];
  readonly place: string;
  onReady(): void;
  onFailed(message: string): void;
  onGo(place: string): void;
  onPalette(): void;
}

/** Serves a page of a plugin over a message channel: only what it declares to use, with the rights of the viewer. */
export function serve({ page, session, run, ...on }: Setting) {
  const { port1: port, port2: remote } = new MessageChannel();
  const send = (message: ToPage): void => port.postMessage(message);
  const ended = new AbortController();
  const visit: Visit = { title: page.title, plugin: page.plugin, until: ended.signal };
  let shown = on.place;

  async function call(operation: string, input: Record<string, unknown>): Promise<unknown> {
    if (!matches(page.uses, operation))
      throw new Error(`This page may not use ${operation}: its plugin must list it in "uses"`);
    const listed = session.operations.get(operation);
    if (!listed) throw new Error(`Operation ${operation} does not exist, or your key may not call it`);
    if (listed.effect === "read") return methodOf(session, operation)(input);
    return run({ operation, input }, { throws: true, visit });
  }

  port.onmessage = ({ data: message }: MessageEvent<FromPage>) => {
    if (message.type === "ready") on.onReady();
    else if (message.type === "failed") on.onFailed(String(message.message));
    else if (message.type === "palette") on.onPalette();
    else if (message.type === "go") {
      shown = String(message.place);
      on.onGo(shown);
    } else if (message.type === "call") {
      const { id } = message;
      call(String(message.operation), { ...message.input }).then(
        (answer) => send({ type: "answer", id, answer }),
        (error: unknown) => {
          session.failed(error);
          send({ type: "answer", id, error: sentError(error) });
        },
      );
    }
  };
  const stop = session.live.listen((event) => {
    if (event.type === "connected" || event.type === "changed" || event.type === "gap") send({ type: "event" });
    else if (matches(page.uses, event.type)) send({ type: "event", event: event as unknown as SentEvent });
  });
  return {
    remote,
    send,
    /** Reports that the address has changed, unless the page did that itself. */
    showPlace(place: string): void {
      if (place === shown) return;
      shown = place;
      send({ type: "place", place });
    },
    close(): void {
      ended.abort(pageLeft(visit));
      stop();
      port.close();
    },
  };
}

const sentError = (error: unknown): SentError =>
  error instanceof PosternError
    ? {
        message: error.detail ?? error.message,
        code: error.code,
        status: error.status,
        ...(error.fix !== undefined && { fix: error.fix }),
      }
    : { message: error instanceof Error ? error.message : String(error), code: "console.failed", status: 0 };
