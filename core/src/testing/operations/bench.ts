import assert from "node:assert/strict";
import { setTimeout, setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createStorage } from "unstorage";
import memory from "unstorage/drivers/memory";
import { uses } from "../../auth/keys.ts";
import type { ErrorEntry, OperationEntry } from "../../define/manifest.ts";
import type { Plugin } from "../../define/plugin.ts";
import type { GatewayOptions } from "../../runtime/types.ts";
import type { BlobStorage, StoreDriver } from "../../storage/index.ts";
import { type Reply, type TestGateway, testGateway } from "../gateway.ts";
import { undoCheck } from "./undo-check.ts";

/** The environment of a case: its own new gateway, with access to everything it stores. */
export interface Bench extends TestGateway<readonly Plugin[]> {
  /** Every key and value of the store, and every blob. */
  dump(): Promise<Record<string, unknown>>;
  /** The same, after pending writes: a failed command is recorded in the journal after its call. */
  settled(): Promise<Record<string, unknown>>;
  /** Asserts that an error is declared by the operation or the gateway. */
  assertDeclared(operation: OperationEntry, reply: Reply): void;
}

export async function openBench(options: GatewayOptions<readonly Plugin[]>): Promise<Bench> {
  const storage = options.storage ?? memory();
  const blobs = typeof options.blobs === "object" ? options.blobs : createStorage();
  // Without background work, which would change the store while two states of it are compared.
  const plugins = undoCheck(options.plugins);
  const test = await testGateway({ background: false, ...options, plugins, storage, blobs });
  await noteFirstUse(test, storage);
  const dump = async () => ({ records: await recordsIn(storage), blobs: await blobsIn(blobs) });
  return {
    ...test,
    dump,
    async settled() {
      let before = await dump();
      for (let tries = 0; tries < 100; tries++) {
        await setTimeout(10);
        const after = await dump();
        if (isDeepStrictEqual(before, after)) break;
        before = after;
      }
      return before;
    },
    assertDeclared(operation, { status, body }) {
      if (status < 400) return;
      const declared: readonly ErrorEntry[] = [...operation.errors, ...test.gateway.manifest.errors];
      const known = declared.some((error) => error.code === body.code && error.status === status);
      assert.ok(known, `${operation.id} answers ${status} ${body.code}, which it does not declare`);
    },
  };
}

/** The first use of a key is recorded asynchronously, so wait for it before stores are compared. */
async function noteFirstUse({ gateway, admin }: TestGateway<readonly Plugin[]>, storage: StoreDriver): Promise<void> {
  await gateway.keys.recognize(admin.key);
  const isNoted = async () => Object.keys(await recordsIn(storage)).some((key) => key.startsWith(uses.head));
  for (let tries = 0; tries < 1000 && !(await isNoted()); tries++) await turn();
}

async function recordsIn(storage: StoreDriver): Promise<Record<string, unknown>> {
  const names = [...((await storage.getKeys?.("", {})) ?? [])].sort();
  return Object.fromEntries(await Promise.all(names.map(async (key) => [key, await storage.getItem(key, {})])));
}

async function blobsIn(blobs: BlobStorage): Promise<Record<string, unknown>> {
  const names = (await blobs.getKeys()).sort();
  return Object.fromEntries(await Promise.all(names.map(async (key) => [key, await blobs.getItemRaw(key)])));
}

/** Requirements for an operation, with their tests. */
export type Promised = Readonly<Record<string, (bench: Bench, operation: OperationEntry) => Promise<void>>>;
