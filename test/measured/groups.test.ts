import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readText } from "../../plugins/calendars/src/ical/text.ts";
import { partsOf } from "../../plugins/channels/src/outbox/split.ts";
import { createKeychain } from "../../plugins/credentials/src/keychain/keychain.ts";
import { silentSession } from "../plugins/credentials/sessions.ts";
import { openFixture as openTasks } from "../plugins/tasks/profiles-fixture.ts";
import { openGateway as openWidgets, page, write } from "../plugins/widgets/gateway.ts";
import { longestPause, processorTime } from "./pause.ts";

describe("an iCalendar text that is made to be hard to read", () => {
  const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
  const event = (...lines: string[]) =>
    calendar("BEGIN:VEVENT", "UID:1", "DTSTART:20261121T090000Z", ...lines, "END:VEVENT");
  const zone = (rule: string) =>
    calendar(
      ...["BEGIN:VTIMEZONE", "TZID:made-up", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100"],
      ...["TZOFFSETTO:+0000", rule, "END:STANDARD", "END:VTIMEZONE"],
      ...["BEGIN:VEVENT", "UID:1", "DTSTART;TZID=made-up:20261121T090000", "END:VEVENT"],
    );

  it.each([
    ["a time zone that changes its clock every second", zone("RRULE:FREQ=SECONDLY")],
    ["a time zone that changes its clock every second of a day", zone("RRULE:FREQ=YEARLY;BYSECOND=0,1,2,3")],
    ["a time zone on the thirtieth of February", zone("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")],
    ["five megabytes of parameters", event(`X-A${";A=b".repeat(1_250_000)}:x`)],
    ["five megabytes of parameters without a value", event(`X-A${";A=b".repeat(1_250_000)}`)],
    ["a quote that is never closed", event(`X-A;B="${":;=".repeat(1_000_000)}`)],
    ["200,000 dates in one line", event(`RDATE:${Array(200_000).fill("20261122T090000Z").join(",")}`)],
    ["200,000 dates in a line each", event(Array(200_000).fill("RDATE:20261122T090000Z").join("\r\n"))],
    ["1,200,000 folded lines", event(`DESCRIPTION:x${"\r\n x".repeat(1_200_000)}`)],
  ])("holds up nobody for 200 ms: %s", async (_, text) => {
    let read: Awaited<ReturnType<typeof readText>> | undefined;
    const pause = await longestPause(200, async () => {
      read = await readText(text, "UTC");
    });
    expect((read?.drafts.length ?? 0) + (read?.diagnosticCount ?? 0)).toBeGreaterThan(0);
    expect(pause).toBeLessThan(200);
  });
});

it("a message of a million characters is split in less than two seconds", async () => {
  const split = () =>
    expect(partsOf("word ".repeat(200_000), { most: 400, unit: "bytes" }).length).toBeGreaterThan(2_400);
  expect(await longestPause(2_000, split)).toBeLessThan(2_000);
});

it("a keychain that answers nobody is given up in time, and the gateway goes on meanwhile", async () => {
  await silentSession();
  const chain = createKeychain({ patience: 700 });
  onTestFinished(() => chain.close());
  const ask = () => chain.get("postern", "nobody").catch((error: Error) => error.message);
  const pause = await longestPause(300, async () => expect(await ask()).toBe("it did not answer within 0.7 s"));
  expect(pause).toBeLessThan(300);
  expect(await ask()).toBe("it did not answer within 0.7 s");
});

it("a catalog of a thousand profiles is listed without holding anybody up, and holds no more", async () => {
  const fixture = await openTasks();
  for (let n = 0; n < 1_000; n++) fixture.profile("workspace", `p${String(n).padStart(4, "0")}`);
  const pause = await longestPause(200, async () => {
    const { total, profiles } = await fixture.post("profiles.list", { limit: "500", source: "workspace" });
    expect([total, profiles.length]).toEqual([1_000, 500]);
  });
  expect(pause).toBeLessThan(200);
  expect(await fixture.refusal("profiles.init", { profileId: "more" })).toMatchObject({
    status: 409,
    code: "tasks.catalog_full",
    limit: 1_000,
  });
  fixture.profile("workspace", "p1000");
  expect((await fixture.post("profiles.list")).diagnostics).toMatchObject([{ code: "too_many_profiles" }]);
  expect((await fixture.post("profiles.show", { profileId: "p1000" })).profile.id).toBe("p1000");
});

describe("the folder of a widget", () => {
  const hello = { "widget.html": page() };

  it("with a page of a megabyte is checked in a thread of its own, and others are served meanwhile", async () => {
    const { faults, admin } = await openWidgets();
    const long = page(`${"<div class='a'><p>Hello</p></div>\n".repeat(30_000)}<!-- rest`);
    const pause = await longestPause(500, async () => {
      const found = faults({ "widget.html": long });
      expect((await admin.send("/health")).status).toBe(200);
      expect((await found)[0]).toMatch(/^error html_broken widget.html:30003:/);
    });
    expect(pause).toBeLessThan(500);
  });

  it("with 500 files, or 25 MiB to the byte, is published, and others are served meanwhile", async () => {
    const { workspace, post, admin } = await openWidgets();
    const many = Object.fromEntries(Array.from({ length: 498 }, (_, n) => [`f/${n}.txt`, `${n}`]));
    write(join(workspace, "many"), { ...hello, ...many });
    write(join(workspace, "big"), hello);
    const file = openSync(join(workspace, "big/a.bin"), "w");
    ftruncateSync(file, 25 * 2 ** 20 - page().length - 1);
    closeSync(file);
    let version = 0;
    const pause = await longestPause(500, async () => {
      // What is published once more without a change is no new version.
      for (const dir of ["many", "big"]) write(join(workspace, dir), { n: `${version}` });
      const publishing = Promise.all(["many", "big"].map((dir) => post("publish", { dir, execute: true })));
      expect((await admin.send("/health")).status).toBe(200);
      version++;
      expect(await publishing).toMatchObject([{ version }, { version }]);
    });
    expect((await post("show", { ref: "org/big" })).version).toMatchObject({ files: 3, bytes: 25 * 2 ** 20 });
    expect(pause).toBeLessThan(500);
  });

  it("with a hundred thousand files is refused after a look at some", async () => {
    const { workspace, ask } = await openWidgets();
    write(join(workspace, "w"), hello);
    spawnSync("sh", ["-c", "seq -f .%g 100000 | xargs touch"], { cwd: join(workspace, "w") });
    const refuse = async () => {
      for (const [verb, more] of [
        ["check", {}],
        ["publish", {}],
        ["publish", { execute: true }],
      ] as const) {
        const { status, body } = await ask(verb, { dir: "w", ...more });
        expect([status, body]).toMatchObject([400, { code: "widgets.folder_refused", path: "w/", limit: 5_000 }]);
      }
    };
    expect(await processorTime(3_000, refuse)).toBeLessThan(3_000);
  });
});
