import { describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { newUser } from "./postern.ts";
import { runInTerminal } from "./terminal.ts";

/** A user whose computer is in Berlin. */
async function berliner() {
  const user = newUser();
  await user.run("init");
  await user.serve();
  const run = (...args: string[]) => user.runWith({ TZ: "Europe/Berlin" }, "", ...args);
  return {
    ...user,
    run,
    async json(...args: string[]) {
      const { out, err } = await run(...args, "--json");
      if (out === "") throw new Error(err);
      return JSON.parse(out);
    },
  };
}

/** A time as local time of a zone, like `2026-11-23 09:00`. */
const local = (at: number, timeZone = "Europe/Berlin"): string =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
const dayAfter = (days: number, timeZone?: string): string => {
  const today = new Date(`${local(Date.now(), timeZone).slice(0, 10)}T00:00Z`);
  return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
};

describe("local times", () => {
  it("are the times of tasks, in the time zone of the computer", async () => {
    const { json } = await berliner();
    const due = async (text: string) => local((await json("tasks", "create", "Report", "--due", text)).task.dueAt);
    expect(await due("2036-12-23 09:00")).toBe("2036-12-23 09:00");
    expect(await due("2036-07-01T09:00")).toBe("2036-07-01 09:00");
    expect(await due("2036-12-23")).toBe("2036-12-23 23:59");
    expect((await due("tomorrow 9:00")).slice(10)).toBe(" 09:00");
    expect((await due("friday")).slice(10)).toBe(" 23:59");
    const before = Date.now() + 7_200_000;
    const { task } = await json("tasks", "create", "Report", "--dueAt", "in 2 hours");
    expect(task.dueAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(task.dueAt).toBeLessThanOrEqual(Date.now() + 7_200_000);
    expect((await json("tasks", "list", "--dueBefore", "2036-12-24", "--dueAfter", "2036-12-23")).total).toBe(2);
  });

  it("are sent as they are if the field accepts them", async () => {
    const { json } = await berliner();
    const due = async (text: string) => (await json("tasks", "create", "Report", "--due", text)).task.dueAt;
    expect(await due("2026-11-23T10:00:00+05:00")).toBe(Date.parse("2026-11-23T10:00:00+05:00"));
    expect(await due("1795255200000")).toBe(1_795_255_200_000);
    const { task } = await json("tasks", "create", "Report", "--due", "friday");
    expect((await json("tasks", "update", task.id, "--due", "")).task).not.toHaveProperty("dueAt");
  });

  it("of an event are in the time zone of its calendar, or the one given with it", async () => {
    const { json } = await berliner();
    await json("calendars", "create", "Work", "--timezone", "America/New_York");
    const create = async (...args: string[]) => {
      const { event } = await json("calendars", "events", "create", "Work", "Review", ...args);
      return [local(event.startAt, "UTC"), local(event.endAt, "UTC")];
    };
    expect(await create("--start", "2026-12-05 23:00", "--end", "1:00")).toEqual([
      "2026-12-06 04:00",
      "2026-12-06 06:00",
    ]);
    const times = ["2026-12-05T09:00", "10:00"];
    expect(await create(...times)).toEqual(["2026-12-05 14:00", "2026-12-05 15:00"]);
    expect(await create(...times, "--startTimezone", "Asia/Tokyo")).toEqual(["2026-12-05 00:00", "2026-12-05 01:00"]);
  });

  it("are days of its calendar for events that last whole days", async () => {
    const { json } = await berliner();
    await json("calendars", "create", "Work", "--timezone", "UTC");
    const days = ["--start", "tomorrow", "--end", "in 3 days", "--allDay"];
    const { event } = await json("calendars", "events", "create", "Work", "Conference", ...days);
    expect([event.startAt, event.endAt].map((at) => local(at, "UTC"))).toEqual([
      `${dayAfter(1, "UTC")} 00:00`,
      `${dayAfter(3, "UTC")} 00:00`,
    ]);
  });

  it("move an event on its own day", async () => {
    const { json } = await berliner();
    await json("calendars", "create", "Work", "--timezone", "America/New_York");
    await json("calendars", "events", "create", "Work", "Review", "2026-12-05 14:00", "15:00");
    const update = async (...args: string[]) => {
      const { event } = await json("calendars", "events", "update", "Review", ...args);
      return [event.startAt, event.endAt].map((at) => local(at, "America/New_York"));
    };
    expect(await update("--end", "16:00")).toEqual(["2026-12-05 14:00", "2026-12-05 16:00"]);
    expect(await update("--start", "9:00")).toEqual(["2026-12-05 09:00", "2026-12-05 11:00"]);
    expect(await update("--start", "10:00", "--end", "10:30")).toEqual(["2026-12-05 10:00", "2026-12-05 10:30"]);
  });

  it("select days, weeks and months", async () => {
    const { json } = await berliner();
    const first = async (...args: string[]) => (await json("calendars", ...args)).days[0].date;
    expect(await first("agenda", "--from", "tomorrow")).toBe(dayAfter(1));
    expect(await first("week", "--date", "23 December 2026")).toBe("2026-12-21");
    expect((await json("calendars", "month", "--date", "23 December 2026")).month).toBe("2026-12");
    expect((await json("calendars", "month", "--date", "2026-11")).month).toBe("2026-11");
  });

  it("limit events, at the beginning of a day", async () => {
    const { json } = await berliner();
    await json("calendars", "create", "Work", "--timezone", "Europe/Berlin");
    await json("calendars", "events", "create", "Work", "Early", "tomorrow 0:00", "0:30");
    const total = async (...args: string[]) => (await json("calendars", "events", "list", ...args)).total;
    expect(await total("--from", "tomorrow", "--to", "in 2 days")).toBe(1);
    expect(await total("--from", "today", "--to", "tomorrow")).toBe(0);
    expect((await json("calendars", "freebusy", "tomorrow", "0:20")).busy).toHaveLength(1);
    expect((await json("events", "list", "--since", "1 hour ago")).events.length).toBeGreaterThan(0);
    expect((await json("events", "list", "--since", "in 1 hour")).events).toHaveLength(0);
  });

  it("are numbers where the field is a number", async () => {
    const { json } = await berliner();
    await json("chats", "create", "Tea");
    const ingest = async (id: string, time: string) => {
      const args = ["Tea", "--clientMessageId", id, "--content", "Hi", "--providerTimestamp", time];
      return (await json("chats", "messages", "ingest", ...args)).message;
    };
    const { id } = await ingest("one", "2026-11-23 09:00");
    expect(id).toBeDefined();
    expect((await ingest("two", "1795255200000")).id).toBeDefined();
  });

  it("are refused with examples unless all of the text is understood", async () => {
    const { run } = await berliner();
    for (const text of ["11/12/2026", "24.12.2026", "tomorrow somehow", "9:00 to 10:00", "Feb 30", "25:00"]) {
      const { code, err } = await run("tasks", "create", "Report", "--due", text);
      expect(code).toBe(2);
      expect(err).toBe(
        `--dueAt ${JSON.stringify(text)} is not understood as a time. Write it like "tomorrow 9:00", "in 2 hours" or "2026-11-23 09:00".\n`,
      );
    }
  });

  it("report that daylight saving skips or repeats them", async () => {
    const { run } = await berliner();
    const skipped = await run("tasks", "create", "Report", "--due", "2027-03-28 02:30");
    expect(skipped.err).toBe(
      "dueAt: Sun, Mar 28 2027, 03:30 Europe/Berlin (skipped by daylight saving, moved forward)\n",
    );
    const repeated = await run("tasks", "create", "Report", "--due", "2027-10-31 02:30");
    expect(repeated.err).toBe("dueAt: Sun, Oct 31 2027, 02:30 Europe/Berlin (occurs twice, the first is used)\n");
    expect((await run("tasks", "create", "Report", "--due", "2027-10-31 03:30")).err).toBe("");
  });

  it("are in the help of their fields", async () => {
    const { run } = await berliner();
    expect((await run("tasks", "create", "--help")).out).toContain('(also "tomorrow 9:00")');
    expect((await run("calendars", "week", "--help")).out.replace(/\s+/g, " ")).toContain('(also "friday")');
  });

  it.runIf(has("script"))("are shown at a terminal with the time zone", async () => {
    const user = await berliner();
    const { text } = await runInTerminal(user, "postern tasks create Report --due 2026-12-23", { TZ: "Europe/Berlin" });
    expect(text).toContain("dueAt: Wed, Dec 23 2026, 23:59 Europe/Berlin\n");
  });
});
