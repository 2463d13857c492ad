import approvals from "@postern/approvals";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import schedules from "@postern/schedules";
import service from "@postern/service";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'">`;

describe.skipIf(!has("chromium"))("the inbox of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function start(options: { colorScheme?: "light" | "dark"; width?: number } = {}) {
    const { colorScheme = "light", width = 1440 } = options;
    const plugins = [webConsole(), context(), events(), service(), approvals(), chats(), schedules()];
    const test = await serve(plugins);
    const visitor = await visit(browser, test.url, {
      key: test.admin.key,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const agent = await test.client(["propose:chats:write", "context:read"]);
    /** A schedule whose runs fail, because its chat does not exist. */
    const failingSchedule = async (name: string) => {
      const input = { chatId: `chat_${"0".repeat(24)}`, actorId: "ann", clientMessageId: "1", content: "Tea" };
      const { schedule } = await test.gateway.call("schedules.create", {
        name,
        when: { every: "1d" },
        action: { operation: "chats.messages.create", input },
      });
      return { run: () => test.gateway.call("schedules.run", { id: schedule.id }, { execute: true }), id: schedule.id };
    };
    const died = async (count: number) =>
      until(async () =>
        expect((await test.gateway.call("schedules.runs.list", { status: "dead" })).runs).toHaveLength(count),
      );
    return { ...test, ...visitor, agent, failingSchedule, died };
  }

  it("shows the first steps while nothing waits", async () => {
    const { open, complaints } = await start();
    const page = await open("");
    await page.getByText("Nothing waits for you.").waitFor();
    const steps = page.getByRole("list", { name: "First steps" });
    await steps.getByRole("link", { name: /Give an agent a key/ }).click();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows failed runs of a schedule as one item, with a link and a button that retries all", async () => {
    const { open, gateway, failingSchedule, died, complaints } = await start();
    const { run, id } = await failingSchedule(HOSTILE);
    const page = await open("");
    await page.getByText("Nothing waits for you.").waitFor();
    await run();
    await died(1);
    const item = page.getByRole("list", { name: "Failed" }).getByRole("listitem");
    await item.getByRole("heading", { name: `The schedule ${HOSTILE} failed` }).waitFor();
    await item.getByText("not found").waitFor();
    await run();
    await died(2);
    await item.getByRole("heading", { name: `The schedule ${HOSTILE} failed, 2 times` }).waitFor();
    expect(await item.count()).toBe(1);
    // The doctor reports the same runs, which are not shown twice.
    expect(await page.getByRole("list", { name: "Findings" }).count()).toBe(0);

    const before = Date.now();
    await item.getByRole("button", { name: "Retry all 2" }).click();
    await until(async () => {
      const { runs } = await gateway.call("schedules.runs.list", { status: "dead" });
      expect(runs.filter(({ finishedAt = 0 }: { finishedAt?: number }) => finishedAt > before)).toHaveLength(2);
    });
    await item.getByRole("button", { name: "Discard all 2" }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    await run();
    await item.getByRole("link", { name: "Open" }).click();
    await page.waitForURL(`**/console/schedules/list/${id}`);
    expect(await page.locator("main img").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows who proposes what, and with which input", async () => {
    const { open, agent, gateway, complaints } = await start();
    await agent.post("chats.create", { title: HOSTILE, tags: ["work"] });
    const page = await open("");
    const item = page.getByRole("list", { name: "To decide" }).getByRole("listitem");
    await item.getByText("Proposed by").waitFor();
    await item.getByText(HOSTILE, { exact: true }).waitFor();
    await item.getByRole("button", { name: "Approve" }).press("Enter");
    await page.getByText("Nothing waits for you.").waitFor();
    expect((await gateway.call("chats.list", {})).chats).toMatchObject([{ title: HOSTILE }]);
    expect(complaints).toEqual([]);
  });

  it("shows the worst problems with the status of the gateway, and leads to all of them", async () => {
    const { open, failingSchedule, died, complaints } = await start();
    await (await failingSchedule(HOSTILE)).run();
    await died(1);
    const page = await open("system");
    await page.getByRole("region", { name: "Gateway" }).getByText("running").waitFor();
    await page.getByRole("region", { name: "Problems" }).getByRole("link").click();
    await page.getByRole("button", { name: "Check again" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(LOOKS)("is readable in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { open, agent, failingSchedule, died, complaints } = await start({ colorScheme, width });
    const check = async (name: string) => {
      await picture(page, `${name}-${width}-${colorScheme}`);
      expect([name, await faultsIn(page)]).toEqual([name, []]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    };
    const page = await open("");
    await page.getByText("Nothing waits for you.").waitFor();
    await check("inbox-empty");
    for (const title of ["Release 2.4", "اجتماع الفريق"]) await agent.post("chats.create", { title });
    for (const name of ["Morning report", "Weekly notes, which everybody reads before the meeting"])
      await (await failingSchedule(name)).run();
    await died(2);
    await page.getByText("The schedule Morning report failed").waitFor();
    await page.getByText("اجتماع الفريق").first().waitFor();
    await check("inbox-full");
    expect(complaints).toEqual([]);
  });
});
