import type { CodingMessage } from "@postern/client/api";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";

const PAGE = 100;
/** How many messages stay in the page while new ones arrive. */
const MOST = 600;

/** Messages of a session in order. The numbers of messages have no gaps. */
export interface Transcript {
  readonly messages: readonly CodingMessage[];
  readonly hasOlder: boolean;
}

interface Appended {
  readonly session: string;
  readonly number: number;
  readonly from: number;
  readonly text: string;
}

/** The newest messages of a session, and older ones on request. Events are applied as they arrive. */
export function useTranscript(sessionId: string) {
  const session = useSession();
  const [transcript, setTranscript] = useState<Transcript>();
  const [error, setError] = useState<unknown>();
  const known = useRef(transcript);
  known.current = transcript;

  const read = useCallback(
    async (after: number, limit: number): Promise<{ messages: readonly CodingMessage[]; total: number }> => {
      const answer = await session.client.agentx.sessions.messages({ session: sessionId, after, limit });
      return { messages: answer.messages as unknown as readonly CodingMessage[], total: answer.total };
    },
    [session, sessionId],
  );

  const failed = useCallback(
    (reason: unknown) => {
      session.failed(reason);
      setError(reason);
    },
    [session],
  );

  const reload = useCallback(() => {
    setError(undefined);
    read(0, 1)
      .then(async ({ total }) => {
        const after = Math.max(0, total - PAGE);
        const { messages } = await read(after, PAGE + 50);
        setTranscript({ messages, hasOlder: after > 0 });
      })
      .catch(failed);
  }, [read, failed]);

  useEffect(reload, [reload]);

  useEffect(
    () =>
      session.live.listen((event) => {
        if (event.type === "connected" || event.type === "gap") return reload();
        if (!("data" in event)) return;
        const found = changeIn(event.type, event.data, sessionId);
        if (!found || !known.current) return;
        const after = changed(known.current, found);
        if (after) {
          known.current = after;
          setTranscript(after);
        } else reload();
      }),
    [session, sessionId, reload],
  );

  const loadOlder = useCallback(async () => {
    const first = known.current?.messages[0];
    if (!first || !known.current?.hasOlder) return;
    const after = Math.max(0, first.number - 1 - PAGE);
    try {
      const { messages } = await read(after, first.number - 1 - after);
      setTranscript((now) => now && { messages: [...messages, ...now.messages], hasOlder: after > 0 });
    } catch (reason) {
      failed(reason);
    }
  }, [read, failed]);

  return { transcript, error, reload, loadOlder };
}

type Change = { readonly message: CodingMessage } | Appended;

function changeIn(type: string, data: unknown, sessionId: string): Change | undefined {
  if (type === "agentx.message.added" || type === "agentx.message.updated") {
    const { message } = data as { message: CodingMessage };
    return message.session === sessionId ? { message } : undefined;
  }
  if (type !== "agentx.message.appended") return undefined;
  const appended = data as Appended;
  return appended.session === sessionId ? appended : undefined;
}

/** The transcript with a change, or undefined if it does not fit what is known, which then has to be read again. */
function changed({ messages, hasOlder }: Transcript, change: Change): Transcript | undefined {
  const number = "message" in change ? change.message.number : change.number;
  const first = messages[0]?.number ?? number;
  if (number < first) return { messages, hasOlder };
  const at = number - first;
  const before = messages[at];
  if ("message" in change) {
    if (at > messages.length) return undefined;
    const after = before ? messages.with(at, change.message) : [...messages, change.message];
    return after.length > MOST + PAGE
      ? { messages: after.slice(-MOST), hasOlder: true }
      : { messages: after, hasOlder };
  }
  const text = before?.text ?? "";
  if (!before || change.from > text.length) return undefined;
  // An event may arrive after an answer that already contains its text.
  const grown = change.from + change.text.length > text.length ? text.slice(0, change.from) + change.text : text;
  return { messages: messages.with(at, { ...before, text: grown }), hasOlder };
}
