import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineGroup, definePlugin, type GatewayEvent, type Plugin, type PluginContext } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import {
  type ConnectionDirectory,
  connectionDirectory,
  type Provider,
  type Secret,
  type Secrets,
  secrets,
} from "@postern/credentials/services";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";

export const CANARY = "sk-live-Canary/4711+bird";

/** A folder that is gone after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-credentials-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A plugin that uses connections, and may know how to check them; what it needs is handed over. */
function workshop(providers: readonly Provider[]) {
  const group = defineGroup("workshop", {
    title: "Workshop",
    needs: { secrets, directory: connectionDirectory },
  });
  const off: (() => void)[] = [];
  let host: PluginContext;
  let services: { secrets: Secrets; directory: ConnectionDirectory };
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup(given) {
      services = given.services;
      host = given as unknown as PluginContext;
      for (const provider of providers) off.push(given.services.secrets.register(provider));
    },
  });
  return {
    plugin: plugin(),
    off,
    transact: (work: Parameters<PluginContext["transact"]>[0]) => host.transact(work),
    secrets: () => services.secrets,
    directory: () => services.directory,
  };
}

interface Options {
  readonly place?: string;
  readonly storage?: ReturnType<typeof memory>;
  readonly providers?: readonly Provider[];
  readonly plugins?: readonly Plugin[];
  readonly config?: Parameters<typeof credentials>[0];
  readonly shift?: number;
}

/** A gateway with credentials, whose vault lies in a folder of the test, and a plugin that uses them. */
export async function openHouse(options: Options = {}) {
  const { place = folder(), storage = memory(), providers = [], plugins = [] } = options;
  let shift = options.shift ?? 0;
  const now = () => Date.now() + shift;
  const config = options.config ?? { data: join(place, "data"), home: join(place, "home") };
  const shop = workshop(providers);
  const house = await testGateway({ plugins: [credentials(config), shop.plugin, ...plugins], storage, now });
  const events: GatewayEvent[] = [];
  for (const { type } of house.gateway.manifest.events)
    if (type.startsWith("credentials."))
      house.gateway.on({ type, summary: "", data: {} as never }, (event) => void events.push(event));
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await house.stop();
    isOpen = false;
  };
  onTestFinished(stop);

  async function post(id: string, body: object = {}, client: Client = house.admin) {
    const reply = await client.post(`credentials.${id}`, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    ...house,
    stop,
    place,
    storage,
    events,
    shop,
    post,
    pass: (milliseconds: number) => {
      shift += milliseconds;
    },
    ask: (id: string, body: object = {}, client: Client = house.admin) => client.post(`credentials.${id}`, body),
    /** A connection, its secret in the vault unless said. */
    connect: async (said: object = {}) =>
      (
        await post("connections.create", {
          provider: "github",
          connection: "main",
          ...("secretRef" in said ? {} : { secret: CANARY }),
          ...said,
        })
      ).connection,
    /** What a use of a connection gets. */
    reveal: (name: object, purpose = "test", hosts?: readonly string[]) =>
      shop
        .secrets()
        .use(name, { group: "workshop", purpose, ...(hosts && { hosts }) }, (secret: Secret) => secret.reveal()),
    types: () => events.map(({ type }) => type.replace("credentials.", "")),
    secretFiles: () =>
      filesIn(join(place, "data", "vault")).filter((path) => /sec_[0-9a-f]+\.[0-9a-f]{32}$/.test(path)),
    keyFiles: () => filesIn(join(place, "home")).filter((path) => path.endsWith(".key")),
  };
}

/** Every file below a folder. */
export function filesIn(path: string): string[] {
  try {
    return readdirSync(path).flatMap((name) => {
      const inside = join(path, name);
      return statSync(inside).isDirectory() ? filesIn(inside) : [inside];
    });
  } catch {
    return [];
  }
}

/** All that lies in a store, as text. */
export async function storeText(storage: ReturnType<typeof memory>): Promise<string> {
  const keys = (await storage.getKeys("", {})) as string[];
  const values = await Promise.all(keys.map(async (key) => `${key}=${await storage.getItem(key, {})}`));
  return values.join("\n");
}

export const textOf = (paths: readonly string[]): string =>
  paths.map((path) => readFileSync(path, "latin1")).join("\n");

/** A way in which a text may have been spelled before it was written somewhere. */
export const spellings = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
  Buffer.from(text).toString("hex"),
  JSON.stringify(text).slice(1, -1),
];
