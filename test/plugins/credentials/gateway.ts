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

/** A temporary folder that is removed after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-credentials-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A plugin that uses connections and may check them; it exposes its services. */
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
  /** The name of its machine. */
  readonly host?: string;
}

/** A gateway with credentials, with its vault in a folder of the test, and a plugin that uses them. */
export async function openGateway(options: Options = {}) {
  const { place = folder(), storage = memory(), providers = [], plugins = [] } = options;
  const { shift = 0 } = options;
  const now = () => Date.now() + shift;
  const references = {
    env: ["PATH", "SOME_TOKEN", "OUTSIDE_*", "ROTATED_*", "CHANGING_*", "NO_SUCH_*"],
    keychain: ["mail/*"],
  };
  const config = options.config ?? { data: join(place, "data"), home: join(place, "home"), ...references };
  const shop = workshop(providers);
  const fixture = await testGateway({
    plugins: [credentials(config), shop.plugin, ...plugins],
    ...{ storage, now },
    ...(options.host !== undefined && { host: options.host }),
  });
  const events: GatewayEvent[] = [];
  for (const { type } of fixture.gateway.manifest.events)
    if (type.startsWith("credentials."))
      fixture.gateway.on({ type, summary: "", data: {} as never }, (event) => void events.push(event));
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await fixture.stop();
    isOpen = false;
  };
  onTestFinished(stop);

  async function post(id: string, body: object = {}, client: Client = fixture.admin) {
    const reply = await client.post(`credentials.${id}`, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    ...fixture,
    stop,
    place,
    storage,
    events,
    shop,
    post,
    ask: (id: string, body: object = {}, client: Client = fixture.admin) => client.post(`credentials.${id}`, body),
    /** Calls an operation of any group, which must succeed. */
    async call(id: string, body: object = {}) {
      const reply = await fixture.admin.post(id, body);
      if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    /** Creates a connection, with its secret in the vault by default. */
    connect: async (said: object = {}) =>
      (
        await post("connections.create", {
          provider: "github",
          connection: "main",
          ...("secretRef" in said ? {} : { secret: CANARY }),
          ...said,
        })
      ).connection,
    /** Returns the secret of a connection. */
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

/** Lists all files below a folder. */
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

/** Returns the contents of a store as text. */
export async function storeText(storage: ReturnType<typeof memory>): Promise<string> {
  const keys = (await storage.getKeys("", {})) as string[];
  const values = await Promise.all(keys.map(async (key) => `${key}=${await storage.getItem(key, {})}`));
  return values.join("\n");
}

export const textOf = (paths: readonly string[]): string =>
  paths.map((path) => readFileSync(path, "latin1")).join("\n");

/** The encodings in which a text may have been written. */
export const spellings = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
  Buffer.from(text).toString("hex"),
  JSON.stringify(text).slice(1, -1),
];
