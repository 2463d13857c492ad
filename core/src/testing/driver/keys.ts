import assert from "node:assert/strict";
import { encodeKey, type Key } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, look, things } from "./records.ts";

/** Parts that file systems, databases or careless code might confuse with others. */
const TRICKY = [
  ..."a A á a\u0301 ß SS 😀 \ud83d \ude00 con CON nul .. . a/b a\\b a:b a?b a$ a! a!b a.b a,b a=b a~b a`b".split(" "),
  ...["__proto__", "constructor", "~intent", "%41", "*", "\0", "\u0001", "\n", "\u007f", "\uffff", "\u{10ffff}"],
  ...[" ", "a ", "a.", "0", "00000000000001", "x".repeat(180), "x".repeat(181), "x".repeat(400), `${"x".repeat(400)}y`],
];

/** Each character has three bytes. */
const LONG = (8 * 2 ** 20) / 3;

const VALUES = [
  "",
  "1",
  "true",
  "null",
  "[1]",
  '{"v":1}',
  "__proto__",
  "$",
  "?",
  "a\0b",
  "\ud800",
  "😀",
  "\u2028",
  "\u0001".repeat(14),
  "\u0002".repeat(14),
  "x".repeat(100_000),
  0,
  -1.5,
  1e21,
  null,
  true,
  [],
  {},
  JSON.parse('{"__proto__":{"a":1},"constructor":2,"1":3,"":4}'),
];

const bytesOf = (key: Key): string =>
  key.map((part) => Buffer.from(typeof part === "number" ? encodeKey([part]) : part).toString("hex")).join(" ");

export const keys: Promised = {
  async "distinguishes similar keys"({ store }) {
    await change(store, (records) => {
      for (const [value, part] of TRICKY.entries()) records.put(things, { at: ["one", part], value });
      for (const [value, part] of TRICKY.entries()) records.put(things, { at: ["two", part, part], value });
    });
    for (const [value, part] of TRICKY.entries()) {
      assert.equal((await look(store).get(things, "one", part))?.value, value);
      assert.equal((await look(store).get(things, "two", part, part))?.value, value);
    }
    assert.equal(await look(store).count(things), 2 * TRICKY.length);
  },

  async "lists keys part by part, in byte order"({ store }) {
    const short = TRICKY.filter((part) => part.length < 100 && Buffer.from(part).toString() === part);
    const all: Key[] = [...short.map((part) => [part]), ...short.map((part) => ["a", part]), [0], [7], [4e9], ["a", 5]];
    await change(store, (records) => {
      for (const at of all) records.put(things, { at: [...at], value: 0 });
    });
    const { items } = await look(store).find(things, { limit: 1000 });
    const sorted = all.map(bytesOf).sort();
    assert.deepEqual(
      items.map(({ at }) => bytesOf(at)),
      sorted,
    );
    const back = await look(store).find(things, { limit: 1000, reverse: true });
    assert.deepEqual(
      back.items.map(({ at }) => bytesOf(at)),
      sorted.reverse(),
    );
  },

  async "returns values as they were stored"({ store }) {
    await change(store, (records) => {
      for (const [at, value] of VALUES.entries()) records.put(things, { at: [at], value });
    });
    for (const [at, value] of VALUES.entries()) {
      assert.equal(JSON.stringify((await look(store).get(things, at))?.value), JSON.stringify(value));
    }
  },

  async "keeps a value of 8 MiB, the size of the longest messages"({ store }) {
    const value = "€".repeat(LONG);
    await change(store, (records) => records.put(things, { at: ["long"], value }));
    assert.ok((await look(store).get(things, "long"))?.value === value, "the value differs from the written one");
  },

  async "declares guarantees that exist"({ store: { guarantees } }) {
    const { durable, processes, atomic, checksum } = guarantees;
    assert.ok([true, false, "as the driver"].includes(durable), `durable: ${durable}`);
    assert.ok(["one", "many"].includes(processes), `processes: ${processes}`);
    assert.ok(["native", "completed"].includes(atomic), `atomic: ${atomic}`);
    assert.ok(["driver", "record"].includes(checksum), `checksum: ${checksum}`);
  },

  async "keeps its data when it is closed and opened again"({ store, lasting, reopen }) {
    const number = await change(store, (records) => {
      for (let at = 0; at < 300; at++) records.put(things, { at: [at], value: `value ${at}` });
    });
    if (!lasting) return;
    const again = await reopen();
    assert.equal(await look(again).count(things), 300);
    assert.equal((await look(again).get(things, 299))?.value, "value 299");
    const next = await change(again, (records) => records.put(things, { at: [300], value: 0 }));
    assert.ok(next > number, `${next} comes after ${number}`);
  },
};
