import { type MutableRecords, type Static, T } from "@postern/core";
import { Value } from "@sinclair/typebox/value";
import { memories } from "../../collections.ts";
import type { AcpContext } from "./context.ts";

const Prompt = T.Object({
  session: T.String(),
  /** The turn of the session: the prompt that was sent. */
  prompt: T.String(),
  /** The turn of the agent that it answers. */
  turnId: T.String(),
});
/** The newest prompt that was sent for a chat. */
export type SentPrompt = Static<typeof Prompt>;

/** The prompt of the turn, if it was sent before: it is awaited then, and not sent again. */
export async function sentFor({ recall, turn }: AcpContext): Promise<SentPrompt | undefined> {
  const sent = read(await recall("chat"));
  return sent?.turnId === turn.id ? sent : undefined;
}

/** The session in which the turn continues. */
export async function sessionFor({ recall, config }: AcpContext): Promise<string | undefined> {
  return config.sessions === "shared" ? recall("responder") : read(await recall("chat"))?.session;
}

/** Stages what was sent. It must be in the commit that sends it: otherwise a crash would send it twice. */
export async function rememberSent(
  store: MutableRecords,
  { responder, turn, config }: AcpContext,
  sent: Pick<SentPrompt, "session" | "prompt">,
): Promise<SentPrompt> {
  const prompt: SentPrompt = { ...sent, turnId: turn.id };
  await store.put(memories, { responder, chatId: turn.chatId, value: JSON.stringify(prompt) });
  if (config.sessions === "shared") await store.put(memories, { responder, chatId: "*", value: sent.session });
  return prompt;
}

/** Forgets what was sent, so that another attempt at the turn sends it again. The session is kept. */
export const forgetSent = ({ remember }: AcpContext, { session, prompt }: SentPrompt): Promise<void> =>
  remember(JSON.stringify({ session, prompt, turnId: "" }), "chat");

function read(text: string | undefined): SentPrompt | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return Value.Check(Prompt, value) ? value : undefined;
}
