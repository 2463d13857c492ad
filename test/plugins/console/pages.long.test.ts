import agents from "@postern/agents";
import approvals from "@postern/approvals";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import events from "@postern/events";
import openapi from "@postern/openapi";
import service from "@postern/service";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>\u202etxt`;

/** A group of somebody else, which no page of the console knows. */
const kettle = defineGroup("kettle", { title: "Kettle" });
const boil = defineCommand(kettle, {
  id: "kettle.boil",
  summary: "Boil water",
  input: T.Object({
    cups: T.Integer({ minimum: 1, maximum: 6, description: "Number of cups" }),
    note: T.Optional(T.String({ maxLength: 100, description: "What is written on the kettle" })),
  }),
  output: T.Object({ boiled: T.Integer({ description: "Number of cups" }) }),
  effect: "destroy",
  plan: async (_, { cups, note = "" }) => ({ summary: `Boil ${cups} cups ${note}`, cups }),
  execute: async (_, { cups }) => ({ boiled: cups }),
});
const kettles = definePlugin(kettle, { version: "1.0.0", operations: [boil] });

const plugins = () => [context(), service(), events(), approvals(), chats(), openapi(), webConsole(), kettles()];

describe.skipIf(!has("chromium"))("the pages of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("approves exactly the plan that the inbox shows, and denies with a note", async () => {
    const { admin, client, url, gateway } = await serve(plugins());
    const agent = await client(["propose:chats:write", "context:read"]);
    const { open, complaints } = await visit(browser, url, { key: admin.key });
    const page = await open("");
    await page.getByText("Nothing waits for you.").waitFor();
    await agent.post("chats.create", { title: HOSTILE });
    await page.getByRole("heading", { name: "Create a chat" }).waitFor();
    await page.getByRole("button", { name: "Approve" }).click();
    await until(async () => expect((await gateway.call("chats.list", {})).chats).toHaveLength(1));
    await page.getByText("Nothing waits for you.").waitFor();

    await agent.post("chats.create", { title: "Second" });
    await page.getByLabel("Note").fill("One is enough");
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    const { approvals: denied } = await gateway.call("approvals.list", { status: "denied" });
    expect(denied).toMatchObject([{ note: "One is enough" }]);
    expect(await page.title()).toBe("Inbox · Postern");
    expect(complaints).toEqual([]);
  });

  it("shows a turn that failed, and retries it", async () => {
    const { admin, url, gateway } = await serve([...plugins(), agents()]);
    await gateway.call("agents.create", { id: "main", debounceMs: "0" });
    const { chat } = await gateway.call("chats.create", { title: "Tea", agentId: "main" });
    const message = { chatId: chat.id, actorId: "ann", clientMessageId: "1", content: "Is there tea?" };
    await gateway.call("chats.messages.create", message);
    const ready = () => gateway.call("agents.turns.list", { agent: "main", status: "ready" });
    await until(async () => expect((await ready()).turns).toHaveLength(1));
    const { turn } = await gateway.call("agents.turns.claim", { agent: "main" });
    const claimed = { turn: turn?.id ?? "", claim: turn?.claim ?? "" };
    await gateway.call("agents.turns.fail", { ...claimed, reason: "The kettle is empty" });

    const { open, complaints } = await visit(browser, url, { key: admin.key });
    const page = await open("");
    const item = page.getByRole("list", { name: "Failed" }).getByRole("listitem").filter({ hasText: "failed turn" });
    await item.getByText("The kettle is empty").waitFor();
    expect(await item.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(
      `/console/agents/turns/${claimed.turn}`,
    );
    await item.getByRole("button", { name: "Retry" }).click();
    await item.waitFor({ state: "detached" });
    expect((await ready()).turns).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it("shows calls, errors and times of the metrics, as a key with that scope may read them", async () => {
    const { client, admin, url } = await serve(plugins());
    for (const title of ["one", "two"]) await admin.post("chats.create", { title });
    await admin.post("chats.create", { title: 5 });
    const viewer = await client(["service:read", "service:metrics", "context:read"]);
    const { open, complaints } = await visit(browser, url, { key: viewer.key });
    const page = await open("system/metrics");
    const row = page.getByRole("row").filter({ hasText: "chats.create" });
    await row.waitFor();
    expect((await row.getByRole("cell").allTextContents()).slice(0, 3)).toEqual(["chats.create", "3", "1"]);
    await page.getByRole("row").filter({ hasText: "service.schedule" }).waitFor();
    expect(complaints).toEqual([]);
    const reader = await client(["service:read", "context:read"]);
    const refused = await (await visit(browser, url, { key: reader.key })).open("system/metrics");
    await refused.getByRole("alert").getByText("service:metrics").first().waitFor();
  });

  it("calls an operation of any group by a form from its schema, after showing the plan", async () => {
    const { admin, url } = await serve(plugins());
    const { open, complaints } = await visit(browser, url, { key: admin.key });
    const page = await open("");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await page.keyboard.type("boil");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Boil water" }).waitFor();

    await page.getByLabel("cups").fill("9");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByText("must be <= 6").first().waitFor();
    complaints.length = 0;

    await page.getByLabel("cups").fill("2");
    await page.getByLabel("note").fill(HOSTILE);
    await page.getByText("postern kettle boil --cups 2").waitFor();
    await page.getByRole("button", { name: "Show the plan" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`Boil 2 cups ${HOSTILE}`).first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("region", { name: "Answer" }).count()).toBe(0);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await dialog.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText('"boiled": 2').waitFor();
    expect(await page.title()).toBe("kettle.boil · Postern");
    expect(complaints).toEqual([]);
  });

  it("shows events as they happen, with their causes and effects", async () => {
    const { admin, url, gateway } = await serve(plugins());
    const { open, complaints } = await visit(browser, url, { key: admin.key });
    const page = await open("live");
    await page.getByRole("heading", { name: "Live" }).waitFor();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    await page.getByLabel("Type, such as chats.**").fill("chats.chat.*");
    const row = page.getByRole("button", { name: /chats\.chat\.created/ });
    await row.click();
    await page.getByRole("heading", { name: "chats.chat.created" }).waitFor();
    await page
      .getByRole("button", { name: `Copy ${chat.id}` })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await gateway.call("chats.create", { title: "Coffee" });
    await gateway.call("context.derive", { label: "later", scopes: ["context:read"] });
    await page.getByRole("button", { name: "Resume" }).click();
    await gateway.call("chats.create", { title: "Water" });
    await until(async () => expect(await row.count()).toBe(2));
    expect(complaints).toEqual([]);
  });

  it("needs no connection while it is hidden, and misses nothing", async () => {
    const { admin, url, gateway } = await serve(plugins());
    const { open } = await visit(browser, url, { key: admin.key });
    const page = await open("live");
    const streams = async () => (await gateway.call("service.status", {})).streams?.open;
    await until(async () => expect(await streams()).toBe(1));
    const hide = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      `);
    await hide(true);
    await until(async () => expect(await streams()).toBe(0));
    await gateway.call("chats.create", { title: "Tea" });
    await hide(false);
    await page.getByText("chats.chat.created").waitFor();
  });

  it("is used by keys alone", async () => {
    const { admin, url } = await serve(plugins());
    const { open } = await visit(browser, url, { key: admin.key });
    const page = await open("");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.getByRole("heading", { name: "Operations" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("g i");
    await page.getByRole("heading", { name: "Operations" }).waitFor();
    await page.getByLabel("Search operations").fill("whoami");
    expect(await page.getByRole("main").getByRole("link").count()).toBe(1);
    await page.getByLabel("Search operations").blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    await until(async () => expect(await page.getByRole("dialog").count()).toBe(0));
  });

  it("has a menu on a phone that Escape and a touch beside it close", async () => {
    const { admin, url } = await serve(plugins());
    const { open, complaints } = await visit(browser, url, { key: admin.key, viewport: { width: 390, height: 844 } });
    const page = await open("");
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const chats = page.getByRole("link", { name: "Chats", exact: true });
    await menu.press("Enter");
    await chats.waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Inbox");
    expect(await faultsIn(page)).toEqual([]);
    await picture(page, "menu-390-light");
    await page.keyboard.press("Escape");
    await chats.waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Menu");
    await menu.click();
    await chats.waitFor();
    await page.mouse.click(370, 400);
    await chats.waitFor({ state: "hidden" });
    await menu.click();
    await chats.click();
    await page.getByRole("heading", { name: "Chats" }).waitFor();
    await chats.waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  it("hides what a key may not see", async () => {
    const { client, url } = await serve(plugins());
    const reader = await client(["chats:read", "context:read"]);
    const { open } = await visit(browser, url, { key: reader.key });
    const page = await open("live");
    await page.getByText("This page does not exist, or your key may not see it.").waitFor();
    expect(await page.getByRole("link", { name: "Live" }).count()).toBe(0);
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { admin, client, url, gateway } = await serve(plugins());
    const agent = await client(["propose:chats:write", "context:read"]);
    await agent.post("chats.create", { title: HOSTILE });
    await gateway.call("chats.create", { title: HOSTILE });
    const options = { colorScheme, viewport: { width, height: 844 }, key: admin.key };
    const { open, complaints } = await visit(browser, url, options);
    const looked = async (page: Page, name: string): Promise<void> => {
      await picture(page, `${name}-${width}-${colorScheme}`);
      expect([name, await faultsIn(page)]).toEqual([name, []]);
      expect([name, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, true]);
      await page.close();
    };
    const inbox = await open("");
    await inbox.getByRole("button", { name: "Approve" }).waitFor();
    await looked(inbox, "inbox");
    const live = await open("live");
    await live.getByText("chats.chat.created").first().waitFor();
    await looked(live, "live");
    const form = await open("call/chats.create");
    await form.getByRole("button", { name: "Show the plan" }).waitFor();
    await looked(form, "form");
    const list = await open("call");
    await list.getByText("chats.create").first().waitFor();
    await looked(list, "operations");
    const palette = await open("call");
    await palette.getByText("chats.create").first().waitFor();
    await palette.keyboard.press("Control+k");
    await palette.getByRole("dialog").waitFor();
    await looked(palette, "palette");
    for (const [path, text] of [
      ["system", "Queues"],
      ["system/plugins", "Operations"],
      ["system/metrics", "Calls per second"],
      ["system/doctor", "Check again"],
    ] as const) {
      const page = await open(path);
      await page.getByRole("main").getByText(text).first().waitFor();
      await looked(page, path.replace("/", "-"));
    }
    const stranger = await (await visit(browser, url, { colorScheme, viewport: { width, height: 844 } })).open("");
    await stranger.getByLabel("Or paste a key").waitFor();
    await looked(stranger, "sign-in");
    expect(complaints).toEqual([]);
    // This gateway has no data folder, and the page says so.
    const backups = await open("system/backups");
    await backups.getByRole("alert").waitFor();
    await looked(backups, "system-backups");
  });
});
