import { createMcpHandler, InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { keys } from "@postern/core";
import { hasRotated } from "@postern/kit/access";
import { createServer } from "./server.ts";
import type { Session } from "./session.ts";
import { listTools } from "./tools/list.ts";

/** How often the rights of the keys of open streams are checked, in milliseconds. */
const CHECK_INTERVAL = 1_000;

/**
 * Answers `subscriptions/listen` with a stream of changes. It reports when the list of tools of this key changes, and
 * ends when the client disconnects, the key is revoked, or the gateway is drained or stops.
 */
export async function openStream(request: Request, body: Record<string, unknown>, session: Session): Promise<Response> {
  const { host, caller } = session;
  const drained = host.state.drain.signal();
  const release = host.state.streams.take(caller);
  // Each stream has its own handler, because others must not be notified of what changes for this key.
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(createServer, { bus });
  // A caller of the host application has no context in the store: only its requests are checked.
  const isForeign = (await host.store.get(keys.contexts, caller.contextId)) === undefined;
  let version = listTools(session).version;
  const openedAt = host.now();
  let hasEnded = false;

  async function check(): Promise<void> {
    const holder = isForeign ? caller : await host.callerOf(caller.contextId);
    if (!holder || (await hasRotated(host.store, { caller, openedAt }, host.now()))) return end();
    const next = listTools({ ...session, caller: holder }).version;
    if (next === version) return;
    version = next;
    bus.publish({ kind: "tools_list_changed" });
    bus.publish({ kind: "resources_list_changed" });
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(checking);
    host.signal.removeEventListener("abort", end);
    request.signal.removeEventListener("abort", end);
    drained.removeEventListener("abort", end);
    release();
    void handler.close();
  }

  const checking = setInterval(() => {
    check().catch((error: unknown) => {
      host.log.warn({ error: String(error) }, "Checking a stream of changes failed");
    });
  }, CHECK_INTERVAL);
  checking.unref();
  host.signal.addEventListener("abort", end, { once: true });
  request.signal.addEventListener("abort", end, { once: true });
  drained.addEventListener("abort", end, { once: true });
  const authInfo = { token: "", clientId: caller.contextId, scopes: [], extra: { session } };
  try {
    const response = await handler.fetch(request, { parsedBody: body, authInfo });
    // A refusal is not a stream.
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) end();
    return response;
  } catch (error) {
    end();
    throw error;
  }
}
