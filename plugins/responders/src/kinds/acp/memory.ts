import { type Static, T } from "@postern/core";
import { Value } from "@sinclair/typebox/value";
import type { AcpContext } from "./context.ts";

const SessionMemory = T.Object({
  session: T.String(),
  /** The turn of the session: the prompt that was sent. */
  prompt: T.String(),
  /** The turn of the agent that it answers. */
  turnId: T.String(),
});
/** What is known of the session of a chat. */
export type SessionMemory = Static<typeof SessionMemory>;

const placeOf = ({ config }: AcpContext): "chat" | "responder" => (config.sessions === "shared" ? "responder" : "chat");

export async function readMemory(context: AcpContext): Promise<SessionMemory | undefined> {
  const text = await context.recall(placeOf(context));
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return Value.Check(SessionMemory, value) ? value : undefined;
}

export const writeMemory = (context: AcpContext, memory: SessionMemory): Promise<void> =>
  context.remember(JSON.stringify(memory), placeOf(context));
