import type { Received } from "@postern/channels/services";
import { expect } from "vitest";
import { openGateway } from "./environment.ts";
import { startLoop } from "./loop/server.ts";

export async function openChat(more: Record<string, unknown> = {}) {
  const [env, loop] = [await openGateway(), await startLoop()];
  await env.adapter(loop.port, more);
  return { env, loop };
}

export const created = (received: Received) => {
  expect(received.disposition).toBe("created");
  return received as { chatId: string; messageId: string };
};
