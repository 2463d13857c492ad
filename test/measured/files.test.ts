import calendars from "@postern/calendars";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { open } from "../plugins/bases/transfer-xlsx.ts";
import { bombs, farCells } from "../plugins/bases/transfer-xlsx-bombs.ts";
import { openGateway, page, write } from "../plugins/widgets/gateway.ts";
import { longestPause } from "./pause.ts";

/** Milliseconds for which other calls may wait. */
const LIMIT = 50;

describe("a gateway does not let other calls wait while it reads", () => {
  it.each([...farCells, ...bombs])("a spreadsheet that is refused: %s", async (_name, content) => {
    const setup = await open();
    expect(await longestPause(LIMIT, () => setup.refuse(content))).toBeLessThan(LIMIT);
  });

  it("a page that takes too much to check", async () => {
    const { workspace, post } = await openGateway();
    write(`${workspace}/heavy`, { "widget.html": page(), "heavy.html": page("<b>".repeat(80_000)) });
    expect(await longestPause(LIMIT, () => post("check", { dir: "heavy" }))).toBeLessThan(LIMIT);
  });

  it.each([
    ["of 20,000 events, which it imports", 20_000, 200],
    ["of 30,000 events, which it refuses", 30_000, 400],
  ])("an iCalendar text %s", async (_what, count, status) => {
    const { admin, stop } = await testGateway({ plugins: [calendars()], storage: memory() });
    onTestFinished(() => stop());
    const event = (n: number) => `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTART:20261123T080000Z\r\nSUMMARY:x\r\nEND:VEVENT\r\n`;
    const ics = `BEGIN:VCALENDAR\r\n${Array.from({ length: count }, (_, n) => event(n)).join("")}END:VCALENDAR\r\n`;
    const body = (await admin.post("calendars.create", { name: "Work" })).body;
    const slowest = await longestPause(LIMIT, async () => {
      const { status: answered } = await admin.post("calendars.import", { calendar: body.calendar.id, ics });
      expect(answered).toBe(status);
    });
    expect(slowest).toBeLessThan(LIMIT);
  });
});
