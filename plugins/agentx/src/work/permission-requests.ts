import { type PermissionRecord, permissions } from "../collections.ts";
import { permissionClosed, permissionRequested } from "../events.ts";
import { saveSession } from "../session.ts";
import { parsePermissionRequest } from "../wire/updates.ts";
import type { OwnedSession } from "./owned-session.ts";

/** Open permission requests per agent. Further requests are answered as cancelled. */
const MAX_OPEN = 20;

export interface PermissionRequests {
  /** Records a permission request. Resolves with the chosen option, or undefined if the request is cancelled. */
  request(params: unknown, from: { turn: string; folder: string }, signal: AbortSignal): Promise<string | undefined>;
  /** Reads the store for answers. */
  checkAnswers(): Promise<void>;
  /** Answers all open requests as cancelled. */
  cancelAll(): void;
}

type ParsedRequest = NonNullable<ReturnType<typeof parsePermissionRequest>>;

export function createPermissionRequests({ host, transact }: OwnedSession): PermissionRequests {
  const open = new Map<string, (option?: string) => void>();
  let pendingCount = 0;
  let cancelCount = 0;

  const resolveRequest = (id: string, option?: string) => {
    open.get(id)?.(option);
    open.delete(id);
  };

  async function checkAnswers(): Promise<void> {
    for (const id of [...open.keys()]) {
      const permission = await host.store.get(permissions, id);
      if (permission?.state !== "open")
        resolveRequest(id, permission?.state === "answered" ? permission.option : undefined);
    }
  }

  /** The agent has withdrawn its request. */
  async function withdrawRequest(id: string): Promise<void> {
    resolveRequest(id);
    await transact(async (ctx, session) => {
      const before = await ctx.store.get(permissions, id);
      if (before?.state !== "open") return;
      const permission: PermissionRecord = { ...before, state: "cancelled", closedAt: ctx.now };
      await ctx.store.put(permissions, permission);
      ctx.emit(permissionClosed, { permission });
      if (open.size === 0 && session.status === "waiting") await saveSession(ctx, session, { status: "running" });
    });
  }

  async function record(request: ParsedRequest, turn: string, signal: AbortSignal): Promise<string | undefined> {
    const before = cancelCount;
    const id = await transact(async (ctx, session) => {
      const permission: PermissionRecord = {
        id: ctx.id("ask_"),
        session: session.id,
        turn,
        ...request,
        state: "open",
        createdAt: ctx.now,
      };
      await ctx.store.put(permissions, permission);
      await saveSession(ctx, session, { status: "waiting" });
      ctx.emit(permissionRequested, { permission });
      return permission.id;
    });
    if (cancelCount !== before) return undefined;
    return new Promise((resolve) => {
      open.set(id, resolve);
      signal.addEventListener("abort", () => void withdrawRequest(id).catch(() => {}), { once: true });
      // An answer may have been committed before the entry was added above.
      void checkAnswers().catch(() => {});
    });
  }

  return {
    async request(params, { turn, folder }, signal) {
      const request = parsePermissionRequest(params, folder);
      if (!request || pendingCount >= MAX_OPEN) return undefined;
      pendingCount++;
      return record(request, turn, signal).finally(() => pendingCount--);
    },
    checkAnswers,
    cancelAll: () => {
      cancelCount++;
      for (const id of [...open.keys()]) resolveRequest(id);
    },
  };
}
