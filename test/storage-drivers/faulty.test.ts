import {
  type CompleteDriver,
  type CompleteOptions,
  complete,
  defineCollection,
  encodeKey,
  recordsOf,
  type StoreDriver,
  StoreUnavailable,
  Transaction,
} from "@postern/core/storage";
import { Type } from "@sinclair/typebox";
import memory from "unstorage/drivers/memory";
import { describe, expect, it } from "vitest";
import { createGate } from "../run/gate.ts";
import { between, type WriteCall } from "./faults.ts";

const things = defineCollection("t", {
  schema: Type.Object({ id: Type.Number(), value: Type.Unknown() }),
  key: ({ id }) => [id],
});
const at = (id: number): string => encodeKey(["t", id]);

const open = (driver: StoreDriver, options: CompleteOptions = {}) => complete(driver, { lease: false, ...options });

async function put(store: CompleteDriver, id: number, value: unknown) {
  const tx = new Transaction(store);
  await recordsOf(tx).put(things, { id, value });
  return tx.commit(store);
}
const get = async (store: CompleteDriver, id: number) =>
  (await recordsOf(new Transaction(store)).get(things, id))?.value;

/** A store in memory with two records, and an interceptor for later writes. */
async function filled() {
  const disk = memory() as StoreDriver & Pick<Required<StoreDriver>, "getKeys">;
  let onWrite: (call: WriteCall) => unknown = ({ go }) => go();
  const driver = between(disk, (call) => onWrite(call));
  const store = await open(driver, { limit: 40 });
  await put(store, 1, "one");
  await put(store, 2, "two");
  const when = (handler: typeof onWrite) => {
    onWrite = handler;
  };
  return { disk, store, when };
}

const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });
const isIntent = ({ key, value }: WriteCall): boolean => key === "~intent" && value !== null;

async function refusal(doing: Promise<unknown>): Promise<StoreUnavailable> {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return error as StoreUnavailable;
}

describe("a read-only store", () => {
  const faults: Record<string, (call: WriteCall) => unknown> = {
    "answers success and writes nothing": () => undefined,
    "answers success, and keeps another value": ({ go, value }) => go(value && "something else"),
    "removes nothing": ({ go, value }) => value !== null && go(),
    "throws at once": () => {
      throw failure("EROFS");
    },
    "rejects with a text": () => Promise.reject("no"),
    "answers an error": () => failure("EACCES"),
    "never comes back": () => new Promise(() => {}),
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`is detected if its driver ${name}`, async () => {
      const { disk } = await filled();
      const warnings: string[] = [];
      const log = { warn: (_: unknown, message: string) => void warnings.push(message) };
      const store = await open(between(disk, fault), { limit: 30, log });
      expect(warnings).toEqual(["The store is opened read-only"]);
      expect(store.trouble()?.reason).toBe("read_only");
      const { reason, nothingWritten } = await refusal(put(store, 1, "changed"));
      expect({ reason, nothingWritten }).toEqual({ reason: "read_only", nothingWritten: true });
      expect([await get(store, 1), await get(store, 2)]).toEqual(["one", "two"]);
      await store.dispose?.();
    });
  }

  it("shows the last commit even if it cannot complete it", async () => {
    const { disk, store, when } = await filled();
    when((call) => (isIntent(call) ? call.go() : Promise.reject(failure("EIO"))));
    await put(store, 1, "changed");
    const reader = await open(between(disk, () => undefined));
    expect(await get(reader, 1)).toBe("changed");
  });

  it("is a driver without write methods", async () => {
    const { disk } = await filled();
    const { setItem: _, removeItem: __, ...rest } = disk;
    const store = await open(rest);
    expect(store.trouble()?.reason).toBe("read_only");
    expect(await get(store, 2)).toBe("two");
  });
});

describe("a driver with a maximum value size", () => {
  const LIMIT = 64 * 1024;
  const named = (driver: StoreDriver): StoreDriver => ({ ...driver, name: "limited", dispose: () => {} });
  for (const [does, fault] of [
    [
      "refuses more",
      ({ value, go }: WriteCall) => ((value?.length ?? 0) > LIMIT ? Promise.reject(new Error("no")) : go()),
    ],
    ["cuts off what is more", ({ value, go }: WriteCall) => go(value === null ? null : value.slice(0, LIMIT))],
  ] as const) {
    it(`that ${does} is opened read-only, to avoid partial messages`, async () => {
      const { disk } = await filled();
      const store = await open(named(between(disk, fault)));
      expect(store.trouble()).toMatchObject({
        reason: "read_only",
        message: expect.stringContaining("values of 8 MiB"),
      });
      expect((await refusal(put(store, 1, "changed"))).reason).toBe("read_only");
      expect(await get(store, 1)).toBe("one");
    });
  }

  it("is detected once; a store with long values is not checked again", async () => {
    const { disk } = await filled();
    const long: number[] = [];
    const counting = (call: WriteCall) => {
      if ((call.value?.length ?? 0) > LIMIT) long.push(call.at);
      return call.go();
    };
    for (let start = 0; start < 3; start++) {
      const store = await open(named(between(disk, counting)));
      expect(store.trouble()).toBeUndefined();
      expect(await put(store, 1, `start ${start}`)).not.toBe(false);
      await store.dispose?.();
    }
    expect(long).toHaveLength(1);
  });
});

describe("a write that fails", () => {
  for (const [code, reason] of [
    ["ENOSPC", "full"],
    ["EDQUOT", "full"],
    ["EROFS", "read_only"],
    ["EIO", "failed"],
  ] as const) {
    it(`with ${code} changes nothing, and recovers with the disk`, async () => {
      const { store, when } = await filled();
      when((call) => (isIntent(call) ? Promise.reject(failure(code)) : call.go()));
      const error = await refusal(put(store, 1, "changed"));
      expect(error).toMatchObject({ reason, nothingWritten: true, cause: { code } });
      expect(store.trouble()?.reason).toBe(reason);
      expect(await get(store, 1)).toBe("one");
      when(({ go }) => go());
      expect(await put(store, 1, "changed later")).not.toBe(false);
      expect(store.trouble()).toBeUndefined();
      expect(await get(store, 1)).toBe("changed later");
    });
  }

  it("after the commit point is repeated before the next commit", async () => {
    const { disk, store, when } = await filled();
    when(({ key, value, go }) => (key === at(1) ? go(value?.slice(0, 9)).then(() => Promise.reject("torn")) : go()));
    expect(await put(store, 1, "changed")).not.toBe(false);
    expect(await get(store, 1)).toBe("changed");
    expect(store.trouble()?.reason).toBe("failed");
    await refusal(put(store, 2, "not yet"));
    expect([await get(store, 1), await get(store, 2)]).toEqual(["changed", "two"]);
    when(({ go }) => go());
    await put(store, 2, "now");
    expect([await get(await open(disk), 1), await get(await open(disk), 2)]).toEqual(["changed", "now"]);
  });

  it("is an error with a cause, for any thrown value", async () => {
    for (const thrown of ["a text", undefined, null, 7, { message: "an object" }]) {
      const { store, when } = await filled();
      when((call) => {
        if (isIntent(call)) throw thrown;
        return call.go();
      });
      const error = await refusal(put(store, 1, "changed"));
      expect(error).toMatchObject({ reason: "failed", code: "STORE_UNAVAILABLE" });
      expect(error.cause).toBe(thrown);
    }
  });
});

describe("a write that hangs", () => {
  it("has an unknown outcome, and later writes wait for it", async () => {
    const { store, when } = await filled();
    const { opened, open: release } = createGate();
    const written = createGate();
    when(async (call) => {
      if (!isIntent(call)) return call.go();
      await opened;
      await call.go();
      written.open();
    });
    const hung = await refusal(put(store, 1, "changed"));
    expect(hung).toMatchObject({ reason: "timeout", nothingWritten: false });
    expect(await refusal(put(store, 2, "not yet"))).toMatchObject({ reason: "timeout", nothingWritten: true });
    expect([await get(store, 1), await get(store, 2)]).toEqual(["one", "two"]);

    when(({ go }) => go());
    release();
    await written.opened;
    expect(await put(store, 2, "now")).not.toBe(false);
    expect([await get(store, 1), await get(store, 2)]).toEqual(["changed", "now"]);
  });

  it("does not block readers beyond their timeout", async () => {
    const { disk } = await filled();
    let hang = false;
    const getItem: StoreDriver["getItem"] = (key) => (hang ? new Promise(() => {}) : disk.getItem(key, {}));
    const store = await open({ ...disk, getItem }, { limit: 30 });
    hang = true;
    expect(await refusal(get(store, 1))).toMatchObject({ reason: "timeout" });
  });
});

describe("a driver that writes in parts", () => {
  it("shows no part of a record to readers", async () => {
    const disk = memory() as StoreDriver;
    const driver = between(disk, async ({ value, go }) => {
      if (value === null) return go();
      await go(value.slice(0, 12));
      await new Promise((resolve) => setImmediate(resolve));
      await go();
    });
    const getItem: StoreDriver["getItem"] = async (key) => {
      await new Promise((resolve) => setImmediate(resolve));
      return disk.getItem(key, {});
    };
    const store = await open({ ...driver, getItem });
    await put(store, 1, 0);
    let writing = true;
    const writer = (async () => {
      for (let n = 1; n <= 100; n++) await put(store, 1, n);
      writing = false;
    })();
    let last = 0;
    while (writing) {
      const values = (await Promise.all([get(store, 1), get(store, 1), get(store, 1)])) as number[];
      expect(Math.min(...values)).toBeGreaterThanOrEqual(last);
      last = Math.max(...values);
      // Reads resolve immediately: without a pause the writer would never run.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writer;
    expect(last).toBeGreaterThan(0);
  });
});

describe("a driver with shared storage", () => {
  it("may list unrelated keys and duplicates", async () => {
    const { disk } = await filled();
    const getKeys: StoreDriver["getKeys"] = async () => {
      const ours = (await disk.getKeys("", {})).map((key) => key.replaceAll(":", "/"));
      return [...ours, "readme.md", "Notes", "a b", "!:", ...ours, "", "t!/..", "t!//x"];
    };
    const store = await open({ ...disk, getKeys });
    expect((await recordsOf(new Transaction(store)).find(things)).items.map(({ id }) => id)).toEqual([1, 2]);
    expect((await store.range({ start: "", end: "\uffff", limit: 100 })).map(({ key }) => key)).toEqual([at(1), at(2)]);
  });

  it("is not opened if it cannot list its keys", async () => {
    const { disk } = await filled();
    const getKeys = () => Promise.reject(new Error("no listing"));
    const error = await refusal(open({ ...disk, getKeys }));
    expect(error.message).toBe("The store failed to list its keys: no listing");
  });
});

describe("a driver that parses JSON values", () => {
  it("is supported", async () => {
    const disk = memory() as StoreDriver;
    const getItem: StoreDriver["getItem"] = async (key) => {
      const text = await disk.getItem(key, {});
      return typeof text === "string" ? JSON.parse(text) : null;
    };
    for (let opened = 1; opened <= 2; opened++) {
      const store = await open({ ...disk, getItem });
      expect(store.trouble()).toBeUndefined();
      for (const [id, value] of ["1", 1.5, { a: [null, "é\ud800"] }].entries()) {
        expect(await put(store, id, value)).not.toBe(false);
        expect(await get(store, id)).toEqual(value);
      }
    }
  });
});

describe("the members of a driver", () => {
  it("are required together", async () => {
    await expect(open({ ...memory(), range: () => [] })).rejects.toThrow("commit, range and snapshot together");
  });

  it("determine the guarantees of the store", async () => {
    const store = await open(memory());
    expect(store.guarantees).toEqual({ durable: false, processes: "one", atomic: "completed", checksum: "record" });
    await store.dispose?.();
    expect(store.trouble()?.reason).toBe("closed");
    expect((await refusal(put(store, 1, 1))).reason).toBe("closed");
  });
});
