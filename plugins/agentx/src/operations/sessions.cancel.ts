import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { type SessionRecord, type TurnRecord, turns } from "../collections.ts";
import { SessionAmbiguous, SessionNotFound, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { SessionName, Turn } from "../schemas.ts";
import { findSession, idOf, saveSession, sessionsIn } from "../session.ts";
import { finishTurn, showTurn } from "../turn.ts";

export const sessionsCancel = defineCommand(group, {
  id: "agentx.sessions.cancel",
  summary: "Cancel a turn of a coding-agent session",
  description:
    "Cancels the running turn by default, or the running or waiting turn given as `turn`. The agent is asked to stop; if it does not stop in time, its process is killed. If no turn is running, nothing changes.",
  properties: ["restricts"],
  input: T.Object({
    session: SessionName,
    turn: T.Optional(
      T.String({ minLength: 1, maxLength: 64, description: "Turn to cancel; by default the running turn" }),
    ),
  }),
  output: T.Object({
    session: T.String({ description: "Session id" }),
    turn: T.Optional(described(Turn, "Turn that was or is being cancelled")),
    changed: T.Boolean({
      description: "Whether a turn was cancelled, or its cancellation was requested, by this call",
    }),
  }),
  errors: [SessionNotFound, SessionAmbiguous, TurnNotFound],
  examples: [{ title: "Cancel the running turn", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named, turn }) {
    const session = await findSession(store, named);
    const wanted = await turnOf(store, session, turn);
    const summary = wanted && isOpen(wanted) ? `Cancel a turn of ${session.agent}` : "No turn to cancel";
    return { summary, session: session.id, ...(wanted && { turn: wanted.id }) };
  },
  async execute(ctx, _plan, { session: named, turn }) {
    const { store, now } = ctx;
    const session = await findSession(store, named);
    const wanted = await turnOf(store, session, turn);
    if (!wanted) return { session: session.id, changed: false };
    if (!isOpen(wanted)) return { session: session.id, turn: showTurn(wanted), changed: false };
    if (wanted.state === "waiting") {
      await saveSession(ctx, session, { waiting: session.waiting - 1, attention: true });
      const over = await finishTurn(ctx, wanted, {
        state: "cancelled",
        reason: "The turn was cancelled before it started",
      });
      return { session: session.id, turn: showTurn(over), changed: true };
    }
    const cancelling = { ...wanted, cancelAt: now };
    await store.put(turns, cancelling);
    await saveSession(ctx, session, { attention: true });
    return { session: session.id, turn: showTurn(cancelling), changed: true };
  },
});

/** Whether the turn can still be cancelled. */
const isOpen = ({ state, cancelAt }: TurnRecord) =>
  state === "waiting" || (state === "running" && cancelAt === undefined);

type Reading = Parameters<typeof findSession>[0];

async function turnOf(store: Reading, { id, turn: current }: SessionRecord, named?: string) {
  const turnId = named ?? current;
  const turn = turnId === undefined ? undefined : await store.get(turns, turnId);
  if (named !== undefined && turn?.session !== id) throw TurnNotFound({ session: id, turn: named });
  return turn;
}
