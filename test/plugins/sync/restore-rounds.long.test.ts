import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import events from "@postern/events";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished, vi } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";
import { expectEqual, openSide, openWire, type Side } from "./gateway.ts";
import { type Backup, keep, restoreInto } from "./past.ts";

const ROUNDS = 24;
const SEED = 20261122;
const IDS = ["tea", "soup", "bread", "salt", "oil"];

/** A deterministic random number generator. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

interface Page {
  events: { id: string }[];
  cursor: string;
  more: boolean;
  gap?: object;
}

/** Returns all events of notes after a cursor, and whether a gap was reported. */
async function follow({ post }: Side, after = "0.0"): Promise<{ ids: string[]; cursor: string; isGap: boolean }> {
  const ids: string[] = [];
  let [cursor, isGap] = [after, false];
  for (let more = true; more; ) {
    const page: Page = await post("events.list", { after: cursor, type: "notes.**", limit: "500" });
    ids.push(...page.events.map(({ id }) => id));
    isGap ||= page.gap !== undefined;
    ({ cursor, more } = page);
  }
  return { ids, cursor, isGap };
}

it("converges in 24 rounds of partitions and restores, and reports lost events to readers", {
  timeout: 400_000,
}, async () => {
  const random = randomFrom(SEED);
  const folder = mkdtempSync(join(tmpdir(), "postern-rounds-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let stores = 0;
  const newStore = () => lmdb({ path: join(folder, String(stores++)) });
  const wire = await openWire();
  const plugins = () => [notesPlugin(), events()];
  const sides: Record<"a" | "b", Side> = {
    a: await openSide({ storage: newStore(), plugins: plugins() }),
    b: await openSide({ storage: newStore(), plugins: plugins(), wired: wire.url }),
  };
  wire.leadTo(sides.b.url);
  for (const side of [sides.a, sides.b]) await side.enable();
  vi.stubEnv("SYNC_ROUNDS_KEY", (await sides.b.client(["sync:exchange"])).key);
  const connection = { provider: "postern", connection: "other", secretRef: "env:SYNC_ROUNDS_KEY" };
  await sides.a.post("credentials.connections.create", connection);
  await sides.a.post("sync.link", { consoleUrl: wire.url, connection: "other", execute: true });

  let clock = 0;
  async function change(side: Side): Promise<void> {
    const id = IDS[random(IDS.length)] as string;
    if (random(5) === 0) await side.post("notes.remove", { id });
    else await side.note(id, `text ${++clock}`, random(3) === 0 ? {} : { updatedAt: clock });
  }
  const readers = { a: await follow(sides.a), b: await follow(sides.b) };
  async function read(which: "a" | "b", isRestored: boolean): Promise<void> {
    const reader = readers[which];
    const next = await follow(sides[which], reader.cursor);
    const all = await follow(sides[which]);
    // Linked gateways may exchange records meanwhile, so later events are left to the reader's next call.
    const later = new Set((await follow(sides[which], next.cursor)).ids);
    const upToHere = all.ids.filter((id) => !later.has(id));
    if (next.isGap) expect(isRestored, "a gap without a restore").toBe(true);
    // A reader with a gap reads everything again; a reader without one has seen exactly all events.
    const ids = next.isGap ? upToHere : [...reader.ids, ...next.ids];
    expect(ids, which).toEqual(upToHere);
    readers[which] = { ...next, ids };
  }

  const backups: Record<"a" | "b", Backup[]> = { a: [await keep(sides.a.storage)], b: [await keep(sides.b.storage)] };
  for (let round = 0; round < ROUNDS; round++) {
    const [isCut, which] = [random(2) === 0, (["a", "b"] as const)[random(2)] as "a" | "b"];
    for (let n = random(6); n >= 0; n--) await change(sides[random(2) ? "a" : "b"]);
    if (isCut) wire.cut();
    for (const one of ["a", "b"] as const) if (random(2)) backups[one].push(await keep(sides[one].storage));
    for (let n = random(6); n >= 0; n--) await change(sides[random(2) ? "a" : "b"]);
    for (const one of ["a", "b"] as const) if (random(2)) await read(one, false);
    const backup = backups[which][random(backups[which].length)] as Backup;
    await sides[which].stop();
    const storage = await restoreInto(newStore(), backup);
    const wired = which === "b" ? { wired: wire.url } : {};
    sides[which] = await openSide({ storage, plugins: plugins(), ...wired });
    if (which === "b") wire.leadTo(sides.b.url);
    for (let n = random(6); n >= 0; n--) await change(sides[random(2) ? "a" : "b"]);
    if (isCut) wire.mend();
    await expectEqual(sides.a, sides.b, undefined);
    for (const one of ["a", "b"] as const) await read(one, one === which);
  }
});
