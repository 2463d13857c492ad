import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Logger } from "@postern/core";
import { answerDirectly } from "./direct.ts";
import { createServer } from "./server.ts";
import type { Session } from "./session.ts";
import type { Answerer } from "./state.ts";
import { openStream } from "./streams.ts";
import { makeTools } from "./tools/made.ts";

/** This module is loaded with the first message, since the library takes longer than all else to load. */
export function createAnswerer(log: Logger): Answerer {
  const handler = createMcpHandler(createServer, {
    onerror: (error) => log.debug({ error: error.message }, "A message of an MCP client was refused"),
  });
  let making: Promise<void> | undefined;
  return {
    async answer(request, body, given) {
      const session = given as Session;
      const { method } = body;
      if (method === "tools/list" || method === "subscriptions/listen") {
        making ??= makeTools(session.host.manifest, session.host.signal);
        await making;
      }
      if (method === "subscriptions/listen") return openStream(request, body, session);
      const direct = await answerDirectly(request, body, session);
      if (direct) return direct;
      const authInfo = { token: "", clientId: session.caller.contextId, scopes: [], extra: { session } };
      return handler.fetch(request, { parsedBody: body, authInfo });
    },
    close: () => handler.close(),
  };
}
