import { defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { connectionDirectory, type Provider, Secret, secrets } from "@postern/credentials/services";

const group = defineGroup("credentials", { title: "Key ring" });
const data = T.Object({ connection: T.Object({ id: T.String(), provider: T.String() }) });
const connectionEvents = ["created", "enabled", "rotated", "disabled", "updated"].map((past) =>
  defineEvent(`credentials.connection.${past}`, { summary: past, data, subject: ({ connection }) => connection.id }),
);

/** Replaces the credentials plugin by a single connection whose state a test controls. */
export function keyRing(first?: { key: string }) {
  const state = {
    key: first?.key,
    status: "active" as "active" | "disabled",
    reason: undefined as string | undefined,
    fault: undefined as Error | undefined,
    used: [] as string[],
    providers: new Map<string, Provider>(),
  };
  const tell = defineCommand(group, {
    id: "credentials.tell",
    summary: "Tell",
    input: T.Object({ past: T.String() }),
    output: T.Object({}),
    plan: () => ({ summary: "Tell" }),
    execute({ emit }, _plan, { past }) {
      const event = connectionEvents.find(({ type }) => type.endsWith(`.${past}`));
      if (event) emit(event, { connection: { id: "conn_1", provider: "voiceprovider" } });
      return {};
    },
  });
  const directory = {
    find: async () =>
      state.key === undefined
        ? undefined
        : {
            id: "conn_1",
            provider: "voiceprovider",
            connection: "voice",
            status: state.status,
            ...(state.reason !== undefined && { statusReason: state.reason }),
          },
  };
  const store = {
    async use<T>(_name: object, user: { group: string; purpose: string }, work: (secret: Secret) => Promise<T> | T) {
      if (state.fault) throw state.fault;
      if (state.key === undefined) throw new Error("There is no key");
      state.used.push(`${user.group}: ${user.purpose}`);
      return await work(new Secret(state.key));
    },
    isHere: async () => true,
    register(provider: Provider) {
      state.providers.set(provider.id, provider);
      return () => state.providers.delete(provider.id);
    },
  };
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [tell],
    events: connectionEvents,
    provides: { directory: connectionDirectory, secrets },
    setup: () => ({ services: { directory, secrets: store as never } }),
  });
  return { state, plugin };
}
export type KeyRing = ReturnType<typeof keyRing>;
