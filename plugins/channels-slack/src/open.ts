import { createIntake, createTroubles, openWithSecret, settledWithin } from "@postern/channels/kind";
import type { AdapterContext, Inbound, Link } from "@postern/channels/services";
import { openingError } from "./answers.ts";
import { catchUp } from "./catch-up.ts";
import type { Config } from "./config.ts";
import { readEvent, type Self } from "./inbound.ts";
import { createNames } from "./names.ts";
import { createOutbound } from "./outbound.ts";
import { openSeen } from "./seen.ts";
import { type Envelope, openSocket } from "./socket.ts";
import { type Tokens, tokensIn } from "./tokens.ts";
import { webClient } from "./web.ts";

const STORE_TIMEOUT = 2_500;
/** When the adapter is stopping, only events that are being stored are waited for. */
const STOP_TIMEOUT = 500;

/** Verifies the tokens and opens the socket. */
export const openSlack = (context: AdapterContext<Config>): Promise<Link> =>
  openWithSecret(context, (secret) => connect(context, tokensIn(secret)));

async function connect(context: AdapterContext<Config>, tokens: Tokens): Promise<Link> {
  const { signal, log, adapter } = context;
  const reached = { apiUrl: context.config.apiUrl, hosts: context.hosts };
  const web = webClient(tokens.bot, reached);
  const self = await web.auth.test().then(
    ({ user_id: user, bot_id: bot }): Self => ({ ...(user && { user }), ...(bot && { bot }) }),
    (error: unknown) => {
      throw openingError(error, "the bot token");
    },
  );
  const troubles = createTroubles(context);
  const named = createNames(web);
  const receive: AdapterContext["receive"] = async (inbound) => context.receive(await named(inbound));
  // The socket cannot be paused: if the buffer is full, events are not acknowledged, and Slack sends them again.
  const flow = (on: boolean) =>
    on
      ? troubles.clear("flood")
      : troubles.set("flood", "Events arrive faster than they can be stored. Slack sends them again.");
  const intake = createIntake({ context: { receive, log, adapter, signal }, troubles, flow });
  const seen = await openSeen(context);
  const add = (inbound: Inbound, stored = () => {}) =>
    intake.add(inbound, () => {
      const ts = inbound.type === "message" ? inbound.provenance?.ts : undefined;
      if (typeof ts === "string") seen.note(inbound.place.id, ts);
      stored();
    });

  let barred: string | undefined;
  let shut: () => void = () => {};
  const bar = (reason: string) => {
    barred ??= reason;
    shut();
  };

  const early: Envelope[] = [];
  let take = (envelope: Envelope) => void early.push(envelope);
  const socket = await openSocket(tokens.app, reached, (envelope) => take(envelope));
  take = (envelope) => {
    if (intake.full) return;
    if (isUninstalled(envelope)) bar("The app was removed from the workspace");
    const inbound = envelope.type === "events_api" ? readEvent(envelope.payload, self) : undefined;
    if (inbound) add(inbound, () => socket.acknowledge(envelope));
    else socket.acknowledge(envelope);
  };
  for (const envelope of early) take(envelope);

  const reading = new AbortController();
  const hasRoom = () => !intake.full;
  const caughtUp = catchUp({ web, self, seen, context, signal: reading.signal, add, hasRoom })
    .then(() => intake.idle())
    .then(() => reading.signal.aborted || seen.release());

  let isClosed = false;
  async function close(): Promise<void> {
    isClosed = true;
    reading.abort();
    // What is stored while the socket is still open is acknowledged.
    await settledWithin(signal.aborted ? STOP_TIMEOUT : STORE_TIMEOUT, intake.idle());
    await socket.close();
    await closed;
  }
  shut = () => void close();
  const closed = socket.ended.then(async (end) => {
    signal.removeEventListener("abort", shut);
    reading.abort();
    await settledWithin(signal.aborted ? 0 : STORE_TIMEOUT, intake.idle());
    intake.stop();
    await caughtUp;
    await seen.stop();
    if (barred !== undefined) return { reason: barred, permanent: true };
    return isClosed ? { reason: "Closed" } : end;
  });
  if (signal.aborted) shut();
  else signal.addEventListener("abort", shut, { once: true });

  return { closed, ping: socket.pong, ...createOutbound(web, self.bot, bar), close };
}

const isUninstalled = ({ payload }: Envelope): boolean =>
  (payload as { event?: { type?: unknown } } | undefined)?.event?.type === "app_uninstalled";
