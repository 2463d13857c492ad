import { defineCommand, gatewayErrors, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { permissions } from "../collections.ts";
import { RequestClosed, RequestNotFound, SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { permissionAnswered } from "../events.ts";
import { group } from "../group.ts";
import { Permission, SessionName, turnEnds } from "../schemas.ts";
import { findSession, idOf, saveSession, sessionsIn } from "../session.ts";

export const sessionsAnswer = defineCommand(group, {
  id: "agentx.sessions.answer",
  summary: "Answer a permission request of a coding agent",
  description:
    "Choose one of the options of the request. agentx.sessions.show lists open requests. Postern never grants a permission automatically.",
  properties: ["decides"],
  input: T.Object({
    session: SessionName,
    request: T.String({ minLength: 1, maxLength: 64, description: "Permission request id" }),
    option: T.String({ minLength: 1, maxLength: 200, description: "Id of one of the options of the request" }),
  }),
  output: endsLater(
    T.Object({
      permission: described(Permission, "Permission request with the answer"),
      changed: T.Boolean({
        description: "Whether the answer was recorded now; false if the same answer was given before",
      }),
    }),
    { ...turnEnds, input: { id: "permission.turn" } },
  ),
  errors: [SessionNotFound, SessionAmbiguous, RequestNotFound, RequestClosed],
  examples: [
    {
      title: "Allow it once",
      input: { session: "agentx-0123456789abcdef01234567", request: "ask_0123456789abcdef01234567", option: "allow" },
    },
  ],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named, request, option }) {
    const session = await findSession(store, named);
    const permission = await store.get(permissions, request);
    if (permission?.session !== session.id) throw RequestNotFound({ session: session.id, request });
    const { state, option: chosen, options } = permission;
    const isSame = state === "answered" && chosen === option;
    if (state !== "open" && !isSame)
      throw RequestClosed({ request, state, ...(chosen !== undefined && { option: chosen }) });
    const words = options.map((one) => one.option);
    if (!words.includes(option)) {
      const message = `must be one of the options of this request: ${words.join(", ")}`;
      throw gatewayErrors.InvalidInput({ issues: [{ path: "/option", code: "option", message }] });
    }
    const effects = [`sends the answer to ${session.agent}`];
    return {
      summary: `Answer the permission request of ${session.agent} with ${option}`,
      effects,
      session: session.id,
    };
  },
  async execute(ctx, _plan, { session: named, request, option }) {
    const { store, now, caller, emit } = ctx;
    const session = await findSession(store, named);
    const before = await store.get(permissions, request);
    if (!before) throw RequestNotFound({ session: session.id, request });
    if (before.state !== "open") return { permission: before, changed: false };
    const permission = { ...before, state: "answered" as const, option, answeredBy: caller.contextId, closedAt: now };
    await store.put(permissions, permission);
    const { items } = await store.find(permissions, { by: "byState", prefix: [session.id, "open"], limit: 2 });
    const isLast = !items.some(({ id }) => id !== request);
    await saveSession(ctx, session, {
      attention: true,
      ...(isLast && session.status === "waiting" && { status: "running" }),
    });
    emit(permissionAnswered, { permission });
    return { permission, changed: true };
  },
});
