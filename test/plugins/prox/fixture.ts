import { agentDirectory } from "@postern/agents/services";
import { defineGroup, definePlugin, type Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import { connectionDirectory } from "@postern/credentials/services";
import prox from "@postern/prox";
import { type CallProfiles, callProfiles } from "@postern/prox/services";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";

/** A gateway with the prox plugin, and shortcuts for calls that must succeed. */
export async function openFixture(plugins: readonly Plugin[] = [], storage = memory()) {
  const fixture = await testGateway({ plugins: [prox(), ...plugins], storage });
  onTestFinished(() => fixture.stop());
  const ask = (verb: string, body?: object, client: Client = fixture.admin) =>
    client.post(`prox.calls.profiles.${verb}`, body);
  async function post(verb: string, body?: object, client?: Client) {
    const reply = await ask(verb, body, client);
    if (reply.status !== 200) throw new Error(`${verb} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const ids = async (body?: object): Promise<string[]> =>
    (await post("list", body)).profiles.map(({ id }: { id: string }) => id);
  return { ...fixture, storage, ask, post, ids };
}

/** A plugin that registers profiles and adds the functions to unregister them to `undo`. */
export function offering(name: string, entries: readonly unknown[], undo: (() => void)[] = []) {
  const group = defineGroup(name, { title: name, needs: { profiles: callProfiles } });
  return definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      const { register }: CallProfiles = services.profiles;
      for (const entry of entries) undo.push(register(name, entry));
      return {};
    },
  })();
}

/** A plugin that provides connections and agents for the checks of profiles. */
export function surroundings() {
  const group = defineGroup("around", { title: "Around" });
  const connections = [
    { id: "conn_1", connection: "main", provider: "twilio", status: "active" as const },
    { id: "conn_2", connection: "old", provider: "twilio", status: "disabled" as const },
  ];
  const agents = [{ id: "anna" }, { id: "gone", archivedAt: 1 }];
  return definePlugin(group, {
    version: "1.0.0",
    operations: [],
    provides: { agents: agentDirectory, connections: connectionDirectory },
    setup: () => ({
      services: {
        agents: { find: async (wanted: string) => agents.find(({ id }) => id === wanted), turn: async () => undefined },
        connections: {
          find: async ({ connection, provider }: { connection?: string; provider?: string }) =>
            connections.find(
              (one) => one.connection === connection && (provider === undefined || one.provider === provider),
            ),
        },
      },
    }),
  })();
}
