import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import tasks from "@postern/tasks";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, launch, picture, serve, visit } from "./browser.ts";

describe.skipIf(!has("chromium"))("the tasks of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway with its console, and a browser that is signed in. */
  async function start(options: BrowserContextOptions = {}) {
    const test = await serve([webConsole(), context(), events(), tasks()]);
    const visitor = await visit(browser, test.url, { ...options, key: test.admin.key });
    const page = await visitor.open("");
    const create = async (title: string, input = {}) =>
      (await test.gateway.call("tasks.create", { title, ...input })).task.id;
    const statusOf = async (taskId: string) => (await test.gateway.call("tasks.show", { taskId })).task.status;
    const open = (path: string) => page.goto(`${test.url}/console/${path}`);
    return { ...test, page, complaints: visitor.complaints, create, statusOf, open };
  }

  const columnOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  it("moves a task by drag and drop, and asks for a reason where one is needed", async () => {
    const { page, create, statusOf, open, gateway, complaints } = await start();
    const id = await create("Buy tea");
    await open("tasks");
    const card = page.getByRole("listitem").filter({ hasText: "Buy tea" });
    await card.dragTo(columnOf(page, "Active"));
    await columnOf(page, "Active").getByText("Buy tea").waitFor();
    expect(await statusOf(id)).toBe("active");

    await card.dragTo(columnOf(page, "Blocked"));
    await page.getByLabel("Reason").fill("The shop is closed");
    await page.getByRole("button", { name: "Block" }).click();
    await columnOf(page, "Blocked").getByText("The shop is closed").waitFor();
    expect((await gateway.call("tasks.show", { taskId: id })).task).toMatchObject({
      status: "blocked",
      reason: "The shop is closed",
    });
    expect(complaints).toEqual([]);
  });

  it("offers the first task on an empty board, and says which columns have none", async () => {
    const { page, open, complaints } = await start({ viewport: { width: 390, height: 844 } });
    await open("tasks");
    await page.getByText('postern tasks create --title "Buy tea"').waitFor();
    await picture(page, "tasks-empty-390-light");
    await page.getByRole("button", { name: "Create a task" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Buy tea");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Buy tea", level: 1 }).waitFor();
    await open("tasks");
    await columnOf(page, "Open").getByText("Buy tea").waitFor();
    await columnOf(page, "Blocked").getByText("No tasks").waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Assignee").fill("user:ann");
    await page.keyboard.press("Enter");
    await columnOf(page, "Open").getByText("No tasks").waitFor();
    await page.getByRole("button", { name: "Filter 1 active" }).waitFor();
    await picture(page, "tasks-filter-390-light");
    expect(complaints).toEqual([]);
  });

  it("moves a task with the keyboard, and offers only moves that exist", async () => {
    const { page, create, statusOf, open, gateway } = await start();
    const first = await create("Buy tea");
    const second = await create("Drink tea");
    await gateway.call("tasks.deps.add", { taskId: second, dependencyTaskId: first });
    await open("tasks");
    await page.getByRole("button", { name: "Actions for Drink tea" }).press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    expect(await items.allTextContents()).toEqual(["Mark as done", "Block", "Mark as failed", "Open"]);
    await page.keyboard.press("Escape");

    const button = page.getByRole("button", { name: "Actions for Buy tea" });
    await button.press("Enter");
    await page.getByRole("menuitem", { name: "Start" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await columnOf(page, "Active").getByText("Buy tea").waitFor();
    expect(await statusOf(first)).toBe("active");
  });

  it("shows changes of other clients without a reload, and hostile HTML as text", async () => {
    const { page, create, open, gateway, complaints } = await start();
    await open("tasks");
    await page.getByText("No tasks yet.").waitFor();
    const title = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>";
    const id = await create(title, { instructions: title });
    await columnOf(page, "Open").getByText(title).waitFor();
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await gateway.call("tasks.comment", { taskId: id, text: title });
    await page.getByRole("list", { name: "Comments" }).getByText(title).waitFor();
    await gateway.call("tasks.block", { taskId: id, reason: title });
    await page.getByText("blocked", { exact: true }).waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).toBe(`${title} · Postern`);
    expect(complaints).toEqual([]);
  });

  it("creates a task, edits it, adds and removes a dependency, and comments", async () => {
    const { page, create, open, gateway } = await start();
    const other = await create("Boil water");
    await open("tasks/list");
    await page.getByRole("button", { name: "New task" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Make tea");
    await page.getByRole("textbox", { name: "Assignee" }).fill("user:ann");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Make tea", level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) as string;

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Priority").selectOption("urgent");
    await gateway.call("tasks.update", { taskId: id, title: "Make green tea" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Make green tea", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Priority").selectOption("urgent");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    expect((await gateway.call("tasks.show", { taskId: id })).task).toMatchObject({
      title: "Make green tea",
      priority: "urgent",
      assignee: "user:ann",
    });

    await page.getByRole("button", { name: "Add a dependency" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Boil water" }).click();
    await page.getByText(`Waiting for ${other} (open)`).waitFor();
    await page.getByRole("button", { name: "Remove the dependency on Boil water" }).click();
    await page.getByText("Waits for no other task.").waitFor();

    await page.getByLabel("New comment").fill("With milk");
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByRole("list", { name: "Comments" }).getByText("With milk").waitFor();
    await until(async () =>
      expect((await gateway.call("tasks.comments.list", { taskId: id })).comments).toMatchObject([
        { text: "With milk" },
      ]),
    );
  });

  it.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const)("has readable pages in %s, %i px wide", async (colorScheme, width) => {
    const { page, create, open, gateway } = await start({ colorScheme, viewport: { width, height: 844 } });
    const first = await create("Buy tea", { priority: "urgent", assignee: "user:ann", dueAt: 1, tags: ["home"] });
    const second = await create("Drink tea", { instructions: "Slowly" });
    await gateway.call("tasks.deps.add", { taskId: second, dependencyTaskId: first });
    await gateway.call("tasks.comment", { taskId: second, text: "With milk" });
    for (const path of ["tasks", "tasks/list", "tasks/ready", "tasks/graph", `tasks/show/${second}`]) {
      await open(path);
      await page.locator("main").getByText("Buy tea").first().waitFor();
      await picture(page, `${path.split("/").slice(0, 2).join("-")}-${width}-${colorScheme}`);
      expect([path, await faultsIn(page)]).toEqual([path, []]);
      expect([path, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([path, true]);
    }
  });
});
