import calendars from "@postern/calendars";
import { defineGroup, definePlugin, optional } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { checks } from "@postern/kit/checks";
import service from "@postern/service";
import tasks from "@postern/tasks";
import stringWidth from "string-width";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { printed } from "../../plugins/cli/src/output/answer.ts";
import { type Display, paintFor } from "../../plugins/cli/src/output/display.ts";
import { newUser } from "./postern.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const DAY = 86_400_000;

beforeAll(() => {
  vi.stubEnv("TZ", "UTC");
  return () => vi.unstubAllEnvs();
});

/** A gateway with tasks and events, whose clock shows noon on 24 November 2026. */
async function openGateway() {
  let now = NOW - 100 * 60_000;
  const fixture = await testGateway({ plugins: [tasks(), calendars({ timezone: "Europe/Berlin" })], now: () => now });
  onTestFinished(() => fixture.stop());
  const { admin, gateway } = fixture;
  const post = async (id: string, body: object = {}) => {
    now += 60_000;
    const { status, body: answer } = await admin.post(id, body);
    if (status !== 200) throw new Error(`${id}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    post,
    /** What the command line prints of an answer. */
    async shown(id: string, input: object, display: Partial<Display>): Promise<string> {
      now = NOW;
      const { status, body } = await admin.post(id, input);
      expect(status).toBe(200);
      const operation = gateway.manifest.operations.find((one) => one.id === id);
      if (!operation) throw new Error(`${id} does not exist`);
      const terminal = { format: "table", isBrief: true, isTerminal: true, width: 80, paint: paintFor(false) } as const;
      const { out } = await printed(JSON.stringify(body), body, operation, { ...terminal, ...display });
      if (display.format !== undefined) return out;
      return out.replaceAll(/\b([a-z]+_)?[0-9a-f]{8,}\b/g, (found) => "#".repeat(found.length));
    },
  };
}

const PIPE = { isBrief: false, isTerminal: false, width: Number.POSITIVE_INFINITY } as const;

async function withTasks() {
  const opened = await openGateway();
  const { post } = opened;
  const make = async (title: string, more: object = {}) =>
    (await post("tasks.create", { title, ...more })).task.id as string;
  await make("Buy tea");
  await make("日本語のタイトルは二倍の幅になります 🎉", { priority: "urgent", dueAt: "2026-11-20T10:00:00Z" });
  await post("tasks.start", {
    taskId: await make("Publish the next release of all packages and tell everybody", {
      assignee: "agent:main",
      dueAt: "2026-11-30T10:00:00Z",
    }),
  });
  await post("tasks.block", { taskId: await make("\u001b[31mred\u0007"), reason: "No key" });
  for (const title of ["One", "Two", "Three"]) await post("tasks.done", { taskId: await make(title) });
  return opened;
}

async function withEvents() {
  const opened = await openGateway();
  const { post } = opened;
  const { calendar } = await post("calendars.create", { name: "Work", timezone: "Europe/Berlin" });
  const make = (title: string, startAt: string, endAt: string, more: object = {}) =>
    post("calendars.events.create", { calendar: calendar.id, title, startAt, endAt, ...more });
  const rule = { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,TH" };
  await make("Stand-up", "2026-11-03T09:00:00+01:00", "2026-11-03T09:15:00+01:00", rule);
  await make("展示会 🎪", "2026-11-25", "2026-11-28", { allDay: true, location: "Hall 7" });
  await make("Deployment of the new servers", "2026-11-26T22:00:00+01:00", "2026-11-27T02:00:00+01:00");
  for (const hour of [10, 11, 12, 13])
    await make(`Call ${hour}`, `2026-11-26T${hour}:00:00+01:00`, `2026-11-26T${hour}:30:00+01:00`);
  return opened;
}

const expectFits = (text: string, width: number) =>
  expect(text.split("\n").filter((line) => stringWidth(line) > width)).toEqual([]);

describe("a board", () => {
  it("has its columns in rows at 80 columns", async () => {
    const { shown } = await withTasks();
    const text = await shown("tasks.board", { limit: "2" }, { width: 80 });
    expectFits(text, 80);
    expect(text).toMatchInlineSnapshot(`
      "open (2)                   active (1)                 blocked (1)
      ─────────────────────────  ─────────────────────────  ─────────────────────────
      日本語のタイトルは二倍の   Publish the next release   \\u001b[31mred\\u0007
      幅になります 🎉            of all packages and tell…  ########  normal
      ########  urgent  overdue  ########  normal
      2026-11-20 10:00           2026-11-30 10:00
                                 agent:main
      Buy tea
      ########  normal

      done (3)                   failed (0)
      ─────────────────────────  ─────────────────────────
      Three
      ########  normal

      Two
      ########  normal

      … 1 more
      "
    `);
  });

  it("has its columns side by side at 200 columns", async () => {
    const { shown } = await withTasks();
    const text = await shown("tasks.board", { limit: "2" }, { width: 200 });
    expectFits(text, 200);
    expect(text).toMatchInlineSnapshot(`
      "open (2)                                active (1)                              blocked (1)                             done (3)                                failed (0)
      ──────────────────────────────────────  ──────────────────────────────────────  ──────────────────────────────────────  ──────────────────────────────────────  ──────────────────────────────────────
      日本語のタイトルは二倍の幅になります    Publish the next release of all         \\u001b[31mred\\u0007                     Three
      🎉                                      packages and tell everybody             ########  normal                        ########  normal
      ########  urgent  overdue               ########  normal  2026-11-30 10:00
      2026-11-20 10:00                        agent:main                                                                      Two
                                                                                                                              ########  normal
      Buy tea
      ########  normal                                                                                                        … 1 more
      "
    `);
  });

  it("is uncut in a pipe", async () => {
    const { shown } = await withTasks();
    expect(await shown("tasks.board", { limit: "2" }, PIPE)).toMatchInlineSnapshot(`
      "open (2)
        id                             title                                    priority  dueAt                     overdue
        #############################  日本語のタイトルは二倍の幅になります 🎉  urgent    2026-11-20T10:00:00.000Z  true
        #############################  Buy tea                                  normal    -                         -

      active (1)
        id                             title                                                        priority  dueAt                     assignee
        #############################  Publish the next release of all packages and tell everybody  normal    2026-11-30T10:00:00.000Z  agent:main

      blocked (1)
        id                             title                priority
        #############################  \\u001b[31mred\\u0007  normal

      done (3)
        id                             title  priority
        #############################  Three  normal
        #############################  Two    normal
        … 1 more

      failed (0)
      "
    `);
  });

  it("lists its cards in formats with a line for each", async () => {
    const { shown } = await withTasks();
    const lines = (await shown("tasks.board", {}, { ...PIPE, format: "jsonl" })).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).title)).toHaveLength(7);
    expect((await shown("tasks.board", {}, { ...PIPE, format: "name" })).trimEnd().split("\n")).toHaveLength(7);
  });
});

describe("days", () => {
  it("are an agenda", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.agenda", {}, { width: 80 });
    expectFits(text, 80);
    expect(text).toMatchInlineSnapshot(`
      "24–30 November 2026 (Europe/Berlin)

      Tue 24 November (today)
        09:00–09:15  Stand-up  Work

      Wed 25 November
        all day      展示会 🎪  Hall 7 · Work

      Thu 26 November
        all day      展示会 🎪  Hall 7 · Work
        09:00–09:15  Stand-up  Work
        10:00–10:30  Call 10  Work
        11:00–11:30  Call 11  Work
        12:00–12:30  Call 12  Work
        13:00–13:30  Call 13  Work
        from 22:00   Deployment of the new servers  Work

      Fri 27 November
        all day      展示会 🎪  Hall 7 · Work
        until 02:00  Deployment of the new servers  Work
      "
    `);
    expect(await shown("calendars.agenda", {}, PIPE)).toBe(text);
    expect(await shown("calendars.agenda", { from: "2027-08-01", days: "1", timezone: "UTC" }, {})).toBe(
      "1 August 2027 (UTC)\nNo events\n",
    );
  });

  it("are a week one below the other at 80 columns", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.week", {}, { width: 80 });
    expectFits(text, 80);
    expect(text).toMatchInlineSnapshot(`
      "23–29 November 2026 (Europe/Berlin)

      Mon 23 November

      Tue 24 November (today)
        09:00–09:15  Stand-up  Work

      Wed 25 November
        all day      展示会 🎪  Hall 7 · Work

      Thu 26 November
        all day      展示会 🎪  Hall 7 · Work
        09:00–09:15  Stand-up  Work
        10:00–10:30  Call 10  Work
        11:00–11:30  Call 11  Work
        12:00–12:30  Call 12  Work
        13:00–13:30  Call 13  Work
        from 22:00   Deployment of the new servers  Work

      Fri 27 November
        all day      展示会 🎪  Hall 7 · Work
        until 02:00  Deployment of the new servers  Work

      Sat 28 November

      Sun 29 November
      "
    `);
  });

  it("are a week side by side at 200 columns", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.week", {}, { width: 200 });
    expectFits(text, 200);
    expect(text).toMatchInlineSnapshot(`
      "23–29 November 2026 (Europe/Berlin)

      Mon 23                      Tue 24 (today)              Wed 25                      Thu 26                      Fri 27                      Sat 28                      Sun 29
      ──────────────────────────  ──────────────────────────  ──────────────────────────  ──────────────────────────  ──────────────────────────  ──────────────────────────  ──────────────────────────
                                  09:00–09:15                 all day                     all day                     all day
                                  Stand-up                    展示会 🎪                   展示会 🎪                   展示会 🎪
                                  Work                        Hall 7 · Work               Hall 7 · Work               Hall 7 · Work

                                                                                          09:00–09:15                 until 02:00
                                                                                          Stand-up                    Deployment of the new
                                                                                          Work                        servers
                                                                                                                      Work
                                                                                          10:00–10:30
                                                                                          Call 10
                                                                                          Work

                                                                                          11:00–11:30
                                                                                          Call 11
                                                                                          Work

                                                                                          12:00–12:30
                                                                                          Call 12
                                                                                          Work

                                                                                          13:00–13:30
                                                                                          Call 13
                                                                                          Work

                                                                                          from 22:00
                                                                                          Deployment of the new
                                                                                          servers
                                                                                          Work
      "
    `);
  });

  it("are the grid of a month at 80 columns", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.month", {}, { width: 80 });
    expectFits(text, 80);
    expect(text).toMatchInlineSnapshot(`
      "November 2026 (Europe/Berlin)

      Mon        Tue        Wed        Thu        Fri        Sat        Sun
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      26        │27        │28        │29        │30        │31        │1
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      2         │3         │4         │5         │6         │7         │8
                │Stand-up  │          │Stand-up  │          │          │
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      9         │10        │11        │12        │13        │14        │15
                │Stand-up  │          │Stand-up  │          │          │
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      16        │17        │18        │19        │20        │21        │22
                │Stand-up  │          │Stand-up  │          │          │
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      23        │24 today  │25        │26        │27        │28        │29
                │Stand-up  │展示会 🎪 │展示会 🎪 │展示会 🎪 │          │
                │          │          │Stand-up  │Deploymen…│          │
                │          │          │Call 10   │          │          │
                │          │          │+4 more   │          │          │
      ──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
      30        │1         │2         │3         │4         │5         │6
                │Stand-up  │          │Stand-up  │          │          │
      "
    `);
  });

  it("are the grid of a month at 200 columns", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.month", {}, { width: 200 });
    expectFits(text, 200);
    expect(text).toMatchInlineSnapshot(`
      "November 2026 (Europe/Berlin)

      Mon                         Tue                         Wed                         Thu                         Fri                         Sat                         Sun
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      26                         │27                         │28                         │29                         │30                         │31                         │1
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      2                          │3                          │4                          │5                          │6                          │7                          │8
                                 │09:00 Stand-up             │                           │09:00 Stand-up             │                           │                           │
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      9                          │10                         │11                         │12                         │13                         │14                         │15
                                 │09:00 Stand-up             │                           │09:00 Stand-up             │                           │                           │
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      16                         │17                         │18                         │19                         │20                         │21                         │22
                                 │09:00 Stand-up             │                           │09:00 Stand-up             │                           │                           │
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      23                         │24 today                   │25                         │26                         │27                         │28                         │29
                                 │09:00 Stand-up             │展示会 🎪                  │展示会 🎪                  │展示会 🎪                  │                           │
                                 │                           │                           │09:00 Stand-up             │Deployment of the new serv…│                           │
                                 │                           │                           │10:00 Call 10              │                           │                           │
                                 │                           │                           │+4 more                    │                           │                           │
      ───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────┼───────────────────────────
      30                         │1                          │2                          │3                          │4                          │5                          │6
                                 │09:00 Stand-up             │                           │09:00 Stand-up             │                           │                           │
      "
    `);
  });

  it("are listed with their date in formats with a line for each", async () => {
    const { shown } = await withEvents();
    const text = await shown("calendars.week", {}, { ...PIPE, format: "csv" });
    expect(text.split("\r\n")[0]).toMatch(/^date,id,title,/);
    expect(text.split("\r\n")[1]).toMatch(/^2026-11-24,.*Stand-up/);
  });
});

describe("a status", () => {
  it("is one screen, in which nothing is cut", async () => {
    let now = NOW;
    const failure = "The door of the shop cannot be opened because somebody has lost the only key that there is";
    const group = defineGroup("shop", { title: "Shop", needs: { checks: optional(checks) } });
    const shop = definePlugin(group, {
      version: "1.0.0",
      operations: [],
      setup({ services }) {
        const lastError = { at: NOW, message: "It stuck" };
        const items = [{ name: "door", value: "closed", detail: "it is night", lastError }];
        const findings = [
          { id: "shop.closed", severity: "error", evidence: failure, fix: "postern shop open" },
        ] as const;
        services.checks?.register({ name: "shop", run: () => ({ items, findings }) });
      },
    });
    const { admin, gateway, stop } = await testGateway({ plugins: [service(), shop()], now: () => now });
    onTestFinished(stop);
    now += 3 * DAY + 4 * 3_600_000 + 5 * 60_000;
    const { body } = await admin.post("service.status");
    const operation = gateway.manifest.operations.find(({ id }) => id === "service.status");
    if (!operation) throw new Error("service.status does not exist");
    const shown = async (display: Partial<Display>) => {
      const terminal = { format: "table", isBrief: true, isTerminal: true, width: 80, paint: paintFor(false) } as const;
      const { out } = await printed("", body, operation, { ...terminal, ...display });
      return out.replace(body.version, "VERSION");
    };
    const text = await shown({});
    expectFits(text, 80);
    expect(text).toMatchInlineSnapshot(`
      "status   degraded
      version  VERSION
      uptime   3 days 4 hours
      store    memory
      plugins  2 running
      queues   0 waiting, 0 running, 0 dead
      shop     door: closed (it is night)

      last errors
        2026-11-24 12:00: shop: door: It stuck

      problems
        error: The door of the shop cannot be opened because somebody has lost the
          only key that there is
          try: postern shop open
      "
    `);
    expect(await shown(PIPE)).toContain(`  error: ${failure}\n    try: postern shop open\n`);
  });
});

describe("postern status", () => {
  it("succeeds if all works, and prints the answer of the operation as JSON", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, service: true, tasks: true } });
    await user.run("init");
    const { url } = await user.serve();
    const shown = await user.run("status");
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain(`Gateway at ${url} with the data folder ${user.data}\n\n`);
    expect(shown.out).toMatch(/^status +ok$/m);
    const answer = await user.json("service", "status");
    const { code, out } = await user.run("status", "--output", "json");
    expect([code, Object.keys(JSON.parse(out))]).toEqual([0, Object.keys(answer)]);
    expect((await user.run("service", "status")).out).toMatch(/^status +ok$/m);
  });

  it("fails with the command that helps if something is wrong", async () => {
    const user = newUser();
    user.configure(`
      import { defineGroup, definePlugin } from "@postern/core";
      const broken = definePlugin(defineGroup("broken", { title: "Broken" }), {
        version: "1.0.0",
        operations: [],
        start() {
          throw new Error("no luck");
        },
      });
      export default { plugins: { context: true, service: true, broken: broken() } };
    `);
    await user.run("init");
    await user.serve();
    const { code, out } = await user.run("status");
    expect(code).toBe(1);
    expect(out).toMatch(/^status +degraded$/m);
    expect(out).toMatch(/broken: failed \(.*no luck\)/);
    expect(out).toMatch(/ {2}error: broken: .*no luck\n {4}try: postern service plugins --status failed\n/);
    expect((await user.run("status", "--json")).code).toBe(1);
  });

  it("fails if no gateway is running or answers, and says how to start one", async () => {
    const user = newUser();
    expect(await user.run("status")).toMatchObject({ code: 1, err: expect.stringContaining("postern init") });
    await user.run("init");
    const stopped = await user.run("status");
    expect(stopped).toMatchObject({ code: 1, out: "" });
    expect(stopped.err).toBe(
      `No gateway is running for ${user.data}. Start one with "postern serve --data ${user.data}".\n`,
    );
    const { child, ended } = await user.serve();
    child.kill("SIGKILL");
    await ended;
    expect((await user.run("status")).err).toContain("The last one ended unexpectedly");
    const away = await user.run("--gateway", "http://127.0.0.1:1", "status");
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining("Cannot connect to the gateway") });
  });
});
