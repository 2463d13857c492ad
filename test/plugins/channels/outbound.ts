import type { Received } from "@postern/channels/services";
import { openGateway } from "./environment.ts";
import { type LoopOptions, loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";

/** A gateway, a loop server, and a chat that a person on the server has started. */
export async function openChat(options: LoopOptions = {}, clock?: () => number) {
  const kinds = [loopKind(options)];
  const [env, loop] = [await openGateway({ kinds, ...(clock && { clock }) }), await startLoop()];
  await env.adapter(loop.port);
  const { chatId } = (await loop.deliver(message("Hello?"))) as Received & { chatId: string };
  return { env, loop, chatId, say: (text: string) => env.say(chatId, text) };
}

export type Line = Awaited<ReturnType<typeof openChat>>;

/** Withholds all answers of the platform until the returned function is called. */
export function holdAnswers(loop: Line["loop"]): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  loop.answer(async () => {
    await released;
    return {};
  });
  return release;
}
