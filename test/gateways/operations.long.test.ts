import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGateway, type Gateway, type Plugin } from "@postern/core";
import postgres from "@postern/storage-postgres";
import { createStorage } from "unstorage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groups } from "../architecture/sources.ts";
import { has } from "../run/programs.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { comparableOutcome } from "../surfaces/contract/comparable.ts";
import type { Mode, OperationEntry, Outcome } from "../surfaces/contract/door.ts";
import { callDoor } from "../surfaces/contract/doors/call.ts";
import { inExampleOrder, modesOf } from "../surfaces/contract/examples.ts";
import { createIds } from "../surfaces/contract/ids.ts";

type Make = (config: object) => Plugin;
const makers = await Promise.all(
  [...groups].map(async (name) => {
    const { default: make } = (await import(`@postern/${name}`)) as { default: Make };
    return [name, make] as const;
  }),
);
const newPlugins = (configs: Readonly<Record<string, object>> = {}) =>
  makers.map(([name, make]) => make(configs[name] ?? {}));
const { operations } = createGateway({ plugins: newPlugins() }).manifest;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The clock of all gateways stands still: how long the calls take must not decide anything. */
const started = Date.now();

let cluster: Cluster;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await cluster.stop();
});

type Call = (operation: OperationEntry, input: object, mode: Mode, key: string) => Promise<Outcome>;

/** The configurations of the groups of one more gateway. */
type Configs = () => Readonly<Record<string, object>>;

/** Which say what store there is: one in memory has no other processes. */
const NAME_THE_STORE = ["channels.restart", "channels.start", "service.status"];

/** So many gateways with one store. Each call goes to another one than the last command of its group. */
async function openInTurn(stores: readonly object[], configs: Configs): Promise<Call> {
  const shared = { id: createIds(), blobs: createStorage(), log: silent, now: () => started, background: false };
  const gateways: Gateway[] = [];
  for (const storage of stores) {
    const gateway = createGateway({ plugins: newPlugins(configs()), ...shared, ...storage });
    ends.push(() => gateway.stop());
    await gateway.start();
    gateways.push(gateway);
  }
  const { key } = await (gateways[0] as Gateway).keys.issue({ label: "turns", scopes: ["*"] });
  const place = { url: "", key, folder: "" };
  const doors = await Promise.all(gateways.map((gateway) => callDoor.open({ ...place, gateway })));
  const last = new Map<string, number>();
  return (operation, ...args) => {
    const { group, kind } = operation;
    const at = ((last.get(group) ?? -1) + 1) % doors.length;
    if (kind === "command") last.set(group, at);
    return (doors[at] as (typeof doors)[number]).call(operation, ...args);
  };
}

/** Which makes the key of the calls one that ends soon, so it comes last. */
const LAST = "context.rotate";
const inOrder = inExampleOrder(operations).sort((left, right) => Number(left.id === LAST) - Number(right.id === LAST));

type Outcomes = Map<string, unknown[]>;

/** Folders of a host, the name of its channel runner, the size of a backup, and signed tickets. */
const RANDOM = /"records":\d+|\/[\w./-]*\/turns-\w+|postern-channels-[0-9a-f]{8}|\beyJ[\w-]+\.[\w-]{43}/g;

/** The outcomes of all examples by operation. With two gateways, what one has done is seen by the other. */
async function runAll(call: Call): Promise<Outcomes> {
  const found: Outcomes = new Map();
  let calls = 0;
  for (const operation of inOrder)
    for (const { input } of operation.examples)
      for (const mode of modesOf(operation)) {
        const outcome = await call(operation, input, mode, `turns.${++calls}`);
        const text = JSON.stringify(outcome).replaceAll(RANDOM, (found) =>
          found.startsWith('"') ? '"records":0' : "RANDOM",
        );
        // Errors about folders name the machine if the store can have several.
        const isHost = (member: string) => outcome.kind === "error" && member === "host";
        const parsed = JSON.parse(text, (member, value) => (isHost(member) ? undefined : value));
        found.set(operation.id, [...(found.get(operation.id) ?? []), comparableOutcome(operation, parsed)]);
      }
  return found;
}

/** The outcomes of one gateway in memory, and of two on one store in PostgreSQL. */
async function runBoth(configs: Configs = () => ({})) {
  const url = cluster.database();
  const stores = [0, 1].map(() => ({ storage: postgres({ url }) }));
  const calls = [await openInTurn([{}], configs), await openInTurn(stores, configs)] as const;
  const [one, two] = await Promise.all([runAll(calls[0]), runAll(calls[1])]);
  return { one, two };
}

describe.skipIf(!has("postgresql"))("every operation has the same outcome at two gateways in turn as at one", () => {
  let found: Awaited<ReturnType<typeof runBoth>>;
  beforeAll(async () => {
    found = await runBoth();
  });

  const compared = inOrder.map(({ id }) => id).filter((id) => !NAME_THE_STORE.includes(id));
  it.each(compared.map((id) => [id]))("%s", (id) => {
    expect(found.two.get(id)).toEqual(found.one.get(id));
  });
});

/** What has other outcomes where each gateway has a data folder and a workspace of its own. */
const OF_HOSTS = ["service.backups.list", "service.backups.remove", "service.backups.verify", "tasks.profiles.list"];

describe.skipIf(!has("postgresql"))("with a host for each gateway", () => {
  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "turns-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  /** All hosts have the keys of the vault. */
  const keys = newFolder();

  /** Folders of a new host, with the same widget in its workspace. */
  function newHost() {
    const folder = newFolder();
    const [data, home, workspace] = ["data", "home", "workspace"].map((name) => join(folder, name));
    for (const path of [data, home, workspace]) mkdirSync(path as string);
    cpSync(new URL("../plugins/widgets/workspace", import.meta.url), workspace as string, { recursive: true });
    return {
      ...{
        credentials: { data, backend: "vault", vault: { place: "store", keys } },
        service: { data },
        channels: { data },
      },
      ...{ tasks: { home, workspace }, widgets: { workspace }, agentx: { workspace } },
    };
  }

  it("only operations on files of a host have other outcomes", async () => {
    const { one, two } = await runBoth(newHost as Configs);
    const differs = ({ id }: OperationEntry) => JSON.stringify(two.get(id)) !== JSON.stringify(one.get(id));
    const ids = operations.filter(differs).map(({ id }) => id);
    expect(ids.filter((id) => ![...NAME_THE_STORE, ...OF_HOSTS].includes(id))).toEqual([]);
    expect(ids).toContain("service.backups.list");
  });
});
