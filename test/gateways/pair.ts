import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GatewayOptions, Plugin } from "@postern/core";
import { type Client, createClient, testGateway } from "@postern/core/testing";
import postgres from "@postern/storage-postgres";
import { createStorage } from "unstorage";
import { onTestFinished } from "vitest";
import type { Cluster } from "../storage-drivers/postgres/cluster.ts";

/** Folders of one gateway, as if it had a host of its own. */
export interface Host {
  readonly data: string;
  readonly home: string;
  readonly workspace: string;
}

export interface Side extends Awaited<ReturnType<typeof testGateway<readonly Plugin[]>>> {
  readonly host: Host;
  /** A client of this gateway with the same key as one of the other gateway. */
  as(client: Pick<Client, "key" | "contextId">): Client;
  /** The answer of an operation that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  post(id: string, body?: object, headers?: Record<string, string>): Promise<any>;
}

type Options = Partial<GatewayOptions<readonly Plugin[]>>;

/** Two gateways in this process with one store and one place of large values; `admin` has the same key at both. */
export async function openPair(
  cluster: Cluster,
  plugins: (host: Host, at: 0 | 1) => readonly Plugin[],
  options: Options | ((at: 0 | 1) => Options) = {},
): Promise<readonly [Side, Side]> {
  const url = cluster.database();
  const blobs = createStorage();
  let key: Pick<Client, "key" | "contextId"> | undefined;

  async function open(at: 0 | 1): Promise<Side> {
    const folder = mkdtempSync(join(tmpdir(), "pair-"));
    const host = { data: join(folder, "data"), home: join(folder, "home"), workspace: folder };
    const setting = { storage: postgres({ url }), blobs, ...(typeof options === "function" ? options(at) : options) };
    const test = await testGateway<readonly Plugin[]>({ plugins: plugins(host, at), ...setting });
    onTestFinished(async () => {
      await test.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    key ??= test.admin;
    const as: Side["as"] = ({ key, contextId }) => createClient(test.gateway.fetch, key, contextId);
    const admin = as(key);
    return {
      ...{ ...test, admin, host, as },
      async post(id, body = {}, headers = {}) {
        const reply = await admin.post(id, body, headers);
        if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
        return reply.body;
      },
    };
  }
  const first = await open(0);
  return [first, await open(1)];
}
