import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import calendars from "@postern/calendars";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const ZONES = ["UTC", "Pacific/Apia", "America/St_Johns", "Asia/Kathmandu", "Pacific/Pago_Pago", "Pacific/Kiritimati"];

describe("the time zone of the machine", () => {
  it("does not affect the results", async () => {
    const texts = ["web", "desk", "office"].map((name) => here(`./fixtures/${name}.ics`));
    const run = async (TZ: string) => {
      const args = [here("./processes/zoned.mjs"), ...texts];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, TZ } });
      const [offset, content = "{}"] = stdout.trim().split("\n");
      return { offset, content: JSON.parse(content) };
    };
    const [first, ...others] = [await run(ZONES[0] as string), ...(await Promise.all(ZONES.slice(1).map(run)))];
    expect(first?.content.events.length).toBeGreaterThan(15);
    for (const { content } of others) expect(content).toEqual(first?.content);
    expect(new Set([first, ...others].map((one) => one?.offset)).size).toBeGreaterThan(4);
  });
});

describe("a process that imports a text", () => {
  it("that is killed at any step has imported all of it or nothing", async () => {
    const path = folder();
    const text = join(folder(), "many.ics");
    const event = (n: number) =>
      `BEGIN:VEVENT\r\nUID:${n}@test\r\nDTSTAMP:20261101T080000Z\r\nDTSTART:20261123T080000Z\r\nSUMMARY:${n}\r\nEND:VEVENT\r\n`;
    writeFileSync(
      text,
      `BEGIN:VCALENDAR\r\n${Array.from({ length: 300 }, (_, n) => event(n)).join("")}END:VCALENDAR\r\n`,
    );
    const desk = await testGateway({ plugins: [calendars()], storage: lmdb({ path }), background: false });
    const found: number[] = [];
    for (let step = 1, done = false; !done; step++) {
      const { calendar } = await desk.gateway.call("calendars.create", { name: `Step ${step}` });
      done = (await start(here("./processes/taker.mjs"), path, calendar.id, text, step).ended) === 0;
      const { total } = await desk.gateway.call("calendars.events.list", { calendar: calendar.id });
      expect([0, 300]).toContain(total);
      found.push(total);
      // Importing the text again completes the import.
      expect(await start(here("./processes/taker.mjs"), path, calendar.id, text).ended).toBe(0);
      expect((await desk.gateway.call("calendars.events.list", { calendar: calendar.id })).total).toBe(300);
    }
    expect(new Set(found)).toEqual(new Set([0, 300]));
    await desk.stop();
  });
});
