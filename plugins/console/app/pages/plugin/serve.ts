import { methodOf } from "../../data/call.ts";
import { matches } from "../../data/globs.ts";
import type { FromPage, SentEvent, ToPage } from "../../frame/protocol.ts";
import type { AddedPage } from "../../session/added-pages.ts";
import type { Session } from "../../session/session.ts";
import type { Actions } from "../../ui/actions.tsx";
import { pageLeft, type Visit } from "../../ui/visit.ts";
import { createBucket, createLanes, createThrottle, tooMany } from "./limits.ts";
import { confirmedIn } from "./right.ts";
import { sentError } from "./sent-error.ts";

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

/** Messages of all kinds. A page that sends more is stopped. */
const MESSAGES = { burst: 10_000, perSecond: 500 };
const CALLS = { burst: 400, perSecond: 50 };
const PALETTE = { burst: 2, perSecond: 1 };
const LANES = { lanes: 4, waiting: 200 };
/** Milliseconds between changes of the address. Browsers refuse more than 100 in 30 seconds. */
const GO_INTERVAL = 400;
const MAX_PLACE = 2_000;

/** Serves a page of a plugin over a message channel: only what it declares to use, with the rights of the viewer. */
export function serve({ page, session, run, ...on }: Setting) {
  const { port1: port, port2: remote } = new MessageChannel();
  const send = (message: ToPage): void => port.postMessage(message);
  const ended = new AbortController();
  const visit: Visit = { title: page.title, plugin: page.plugin, until: ended.signal };
  const [mayMessage, mayCall, mayFind] = [createBucket(MESSAGES), createBucket(CALLS), createBucket(PALETTE)];
  // Commands can wait for the viewer, and must not hold up what the page shows.
  const [read, change] = [createLanes(LANES), createLanes(LANES)];
  let shown = on.place;
  const place = createThrottle(GO_INTERVAL, (to: string) => {
    shown = to;
    on.onGo(to);
  });

  async function call(operation: string, input: Record<string, unknown>): Promise<unknown> {
    if (!mayCall()) throw tooMany();
    const confirmed = confirmedIn(page, operation);
    const listed = session.operations.get(operation);
    if (!listed) throw new Error(`Operation ${operation} does not exist, or your key may not call it`);
    const asked = confirmed && { effect: confirmed.effect, showPlan: true };
    if (!asked && listed.effect === "read") return read(() => methodOf(session, operation)(input));
    return change(() => run({ operation, input }, { throws: true, visit, ...asked }));
  }

  port.onmessage = ({ data: message }: MessageEvent<FromPage>) => {
    if (!mayMessage()) {
      close();
      on.onFailed("The page sent too many messages, so the console has stopped it.");
    } else if (message.type === "ready") on.onReady();
    else if (message.type === "failed") on.onFailed(String(message.message));
    else if (message.type === "palette") mayFind() && on.onPalette();
    else if (message.type === "go") place.set(String(message.place).slice(0, MAX_PLACE));
    else if (message.type === "call") {
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
  function close(): void {
    ended.abort(pageLeft(visit));
    place.stop();
    stop();
    port.close();
  }
  return {
    remote,
    send,
    /** Reports that the address has changed, unless the page did that itself. */
    showPlace(to: string): void {
      if (to === shown) return;
      shown = to;
      send({ type: "place", place: to });
    },
    close,
  };
}
