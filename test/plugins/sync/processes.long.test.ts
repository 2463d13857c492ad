import agents from "@postern/agents";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "../../run/port.ts";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { type Child, start } from "../../storage-drivers/processes/spawn.ts";
import { openSide, type Side } from "./gateway.ts";

const file = new URL("./processes/side.mjs", import.meta.url).href;
const ENTRIES = 3;

const shownIn = (child: Child) =>
  JSON.parse(
    child
      .lines()
      .find((line) => line.startsWith("agents "))
      ?.slice(7) ?? "[]",
  );

async function openHere(): Promise<Side> {
  const side = await openSide({ plugins: [agents()], timeout: 5_000 });
  await side.enable();
  for (let n = 0; n < ENTRIES; n++) await side.post("agents.create", { id: `here-${n}`, name: `Agent ${n}` });
  return side;
}

async function listed(side: Side) {
  const { agents: all } = await side.post("agents.list", { limit: "500" });
  return all.toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1));
}

/** Expects that each record arrived once. */
function expectOnce(side: Side, what: string): void {
  const came = side.bySync().map(({ type, subject }) => `${type} ${subject}`);
  expect(came.toSorted(), what).toEqual(came.toSorted().filter((one, at, all) => one !== all[at - 1]));
  expect(came, what).toHaveLength(ENTRIES);
}

describe("a gateway that is killed at every step", () => {
  it("while it exchanges records ends up equal to the other, with nothing applied twice", {
    timeout: 400_000,
  }, async () => {
    for (let step = 1, isOver = false; !isOver; step++) {
      const here = await openHere();
      const { key } = await here.client(["sync:exchange"]);
      vi.stubEnv("OTHER_KEY", key);
      const path = folder();
      const doomed = start(file, "links", path, here.url, ENTRIES, step);
      isOver = (await doomed.ended) === 0;
      const last = isOver ? doomed : start(file, "links", path, here.url, ENTRIES);
      expect(await last.ended, `step ${step}`).toBe(0);
      expect(shownIn(last), `step ${step}`).toEqual(await listed(here));
      expectOnce(here, `step ${step}`);
      await here.stop();
    }
  });

  it("while it only responds ends up equal to the other", { timeout: 400_000 }, async () => {
    for (let step = 1, isOver = false; !isOver; step += 3) {
      const here = await openHere();
      const port = await freePort();
      const path = folder();
      let there = start(file, "serves", path, port, ENTRIES, step);
      const ready = async () => {
        const isUp = await Promise.race([there.ended.then(() => false), there.waitForLines(1).then(() => true)]);
        if (!isUp) there = start(file, "serves", path, port, ENTRIES);
        await there.waitForLines(1);
        return there.lines()[0]?.split(" ")[1] as string;
      };
      const doomed = there;
      const secret = await ready();
      await here.post("credentials.connections.create", { provider: "postern", connection: "other", secret });
      const link = { consoleUrl: `http://127.0.0.1:${port}`, connection: "other", execute: true };
      await until(async () => {
        if (there === doomed && (await Promise.race([there.ended, "alive"])) !== "alive") await ready();
        expect((await here.admin.post("sync.link", link)).status).toBe(200);
      });
      await until(async () => {
        if (there === doomed && (await Promise.race([there.ended, "alive"])) !== "alive") await ready();
        await here.admin.post("sync.run", { execute: true });
        expect(await listed(here)).toHaveLength(2 * ENTRIES);
        expect((await here.status()).outbox).toMatchObject({ pending: 0, failed: 0, dead: 0 });
      });
      there.release();
      isOver = there === doomed && (await doomed.ended) === 0;
      // The process may have reached the step while it was stopping.
      if (there === doomed && !isOver) await ready();
      there.release();
      expect(await there.ended, `step ${step}`).toBe(0);
      expect(shownIn(there), `step ${step}`).toEqual(await listed(here));
      expectOnce(here, `step ${step}`);
      await here.stop();
    }
  });
});
