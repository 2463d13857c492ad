import { type PermissionRecord, permissions } from "../collections.ts";
import { permissionClosed, permissionRequested } from "../events.ts";
import { keepSession } from "../session.ts";
import { requestIn } from "../wire/updates.ts";
import type { Seat } from "./seat.ts";

/** Open permission requests per agent. Further requests are answered as cancelled. */
const MOST_OPEN = 20;

export interface Asking {
  /** Records a permission request. Resolves with the chosen option, or undefined if the request is cancelled. */
  ask(params: unknown, from: { turn: string; folder: string }, signal: AbortSignal): Promise<string | undefined>;
  /** Reads the store for answers. */
  look(): Promise<void>;
  /** Answers all open requests as cancelled. */
  drop(): void;
}

type Asked = NonNullable<ReturnType<typeof requestIn>>;

export function createAsking({ host, own }: Seat): Asking {
  const open = new Map<string, (option?: string) => void>();
  let asked = 0;
  let dropped = 0;

  const settle = (id: string, option?: string) => {
    open.get(id)?.(option);
    open.delete(id);
  };

  async function look(): Promise<void> {
    for (const id of [...open.keys()]) {
      const permission = await host.store.get(permissions, id);
      if (permission?.state !== "open") settle(id, permission?.state === "answered" ? permission.option : undefined);
    }
  }

  /** The agent has withdrawn its request. */
  async function withdraw(id: string): Promise<void> {
    settle(id);
    await own(async (ctx, session) => {
      const before = await ctx.store.get(permissions, id);
      if (before?.state !== "open") return;
      const permission: PermissionRecord = { ...before, state: "cancelled", closedAt: ctx.now };
      await ctx.store.put(permissions, permission);
      ctx.emit(permissionClosed, { permission });
      if (open.size === 0 && session.status === "waiting") await keepSession(ctx, session, { status: "running" });
    });
  }

  async function put(request: Asked, turn: string, signal: AbortSignal): Promise<string | undefined> {
    const before = dropped;
    const id = await own(async (ctx, session) => {
      const permission: PermissionRecord = {
        id: ctx.id("ask_"),
        session: session.id,
        turn,
        ...request,
        state: "open",
        createdAt: ctx.now,
      };
      await ctx.store.put(permissions, permission);
      await keepSession(ctx, session, { status: "waiting" });
      ctx.emit(permissionRequested, { permission });
      return permission.id;
    });
    if (dropped !== before) return undefined;
    return new Promise((resolve) => {
      open.set(id, resolve);
      signal.addEventListener("abort", () => void withdraw(id).catch(() => {}), { once: true });
      // An answer may have been committed before the entry was added above.
      void look().catch(() => {});
    });
  }

  return {
    async ask(params, { turn, folder }, signal) {
      const request = requestIn(params, folder);
      if (!request || asked >= MOST_OPEN) return undefined;
      asked++;
      return put(request, turn, signal).finally(() => asked--);
    },
    look,
    drop: () => {
      dropped++;
      for (const id of [...open.keys()]) settle(id);
    },
  };
}
