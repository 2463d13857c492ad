import { type PermissionRecord, permissions } from "../collections.ts";
import { permissionClosed, permissionRequested } from "../events.ts";
import { keepSession } from "../session.ts";
import { requestIn } from "../wire/updates.ts";
import type { Seat } from "./seat.ts";

/** What an agent may ask at a time; more is answered as cancelled. */
const MOST_OPEN = 20;

export interface Asking {
  /** Puts a question of the agent to people; resolves with the option that somebody chose, or undefined where nobody will. */
  ask(params: unknown, from: { turn: string; folder: string }, signal: AbortSignal): Promise<string | undefined>;
  /** Looks for answers. */
  look(): Promise<void>;
  /** Tells the agent of each question that nobody will answer it. */
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

  /** The agent does not want to know any more. */
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
      // It may have been answered between the commit and now.
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
