import agents from "@postern/agents";
import batch from "@postern/batch";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import service from "@postern/service";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

describe.skipIf(!has("chromium"))("the page of chats, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function start() {
    const test = await serve([webConsole(), service(), events(), batch(), context(), chats(), agents()]);
    const complaints: string[] = [];
    /** A page in a browser of its own. */
    const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
      const visitor = await visit(browser, test.url, { ...options, key: test.admin.key, complaints });
      return visitor.open(path);
    };
    const say = (chatId: string, content: string, actorId = "mira") =>
      test.gateway.call("chats.messages.create", { chatId, actorId, clientMessageId: `${Math.random()}`, content });
    return { ...test, open, say, complaints };
  }

  const boxOf = (page: Page) => page.getByRole("textbox", { name: /^Message to / });

  it("shows the messages of each page on the other one, and changes of them", async () => {
    const { gateway, open, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    const one = await open("chats");
    const other = await open(`chats/${chat.id}`);
    await one.getByRole("link", { name: /^Tea/ }).click();
    await boxOf(one).fill("One cup, please");
    await one.keyboard.press("Shift+Enter");
    await one.keyboard.type("With milk");
    await one.keyboard.press("Enter");
    await other.getByText("One cup, please\nWith milk").last().waitFor();
    await boxOf(other).fill("Here it is");
    await other.keyboard.press("Enter");
    await one.getByRole("log").getByText("Here it is").waitFor();

    const message = one.getByRole("article").filter({ hasText: "Here it is" });
    await message.hover();
    await message.getByRole("button", { name: "Edit" }).click();
    await one.getByRole("textbox", { name: "Text of the message" }).fill("Here it was");
    await one.keyboard.press("Enter");
    const changed = other.getByRole("article").filter({ hasText: "Here it was" });
    await changed.waitFor();
    await changed.hover();
    await changed.getByRole("button", { name: "Delete" }).click();
    const deleted = one.getByRole("article").filter({ hasText: "Deleted message" });
    await deleted.hover();
    await deleted.getByRole("button", { name: "Restore" }).click();
    await other.getByRole("log").getByText("Here it was").waitFor();
    expect(complaints).toEqual([]);
  });

  it("signs messages with the person's name, and lets only that person change them", async () => {
    const { gateway, client, url, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    const signIn = async (name: string): Promise<Page> => {
      const { contextId } = await client(["*"]);
      const { key = "" } = await gateway.call("context.derive", { label: name, scopes: ["*"], parent: contextId });
      const page = await (await visit(browser, url, { complaints })).open("");
      await page.getByLabel("Or paste a key").fill(key);
      await page.keyboard.press("Enter");
      await page.getByText(`Signed in as ${name}`).waitFor();
      await page.getByRole("link", { name: "Chats" }).click();
      await page.getByRole("link", { name: /^Tea/ }).click();
      return page;
    };
    const ann = await signIn("ann");
    const bob = await signIn("Böb <b>");
    await boxOf(ann).fill("One cup, please");
    await ann.keyboard.press("Enter");
    const own = ann.getByRole("article", { name: "Your message" });
    await own.getByText("You", { exact: true }).waitFor();
    await ann.getByRole("link", { name: /You: One cup, please/ }).waitFor();
    const received = bob.getByRole("article", { name: "Message of ann" });
    await received.getByText("One cup, please").waitFor();
    await received.hover();
    expect(await received.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await own.hover();
    await own.getByRole("button", { name: "Edit" }).waitFor();

    await boxOf(bob).fill("Here it is");
    await bob.keyboard.press("Enter");
    await ann.getByRole("article", { name: "Message of Böb <b>" }).getByText("Here it is").waitFor();
    const { messages } = await gateway.call("chats.messages.list", { chatId: chat.id });
    expect(messages).toMatchObject([{ actorId: "ann" }, { actorId: "B~C3~B6b~20~3Cb~3E" }]);
    expect(complaints).toEqual([]);
  });

  it("has one line above the messages and a menu for each of them on a phone", async () => {
    const { gateway, open, say, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea <b>", tags: ["work"] });
    await say(chat.id, "Is there tea?");
    const page = await open("chats", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.getByRole("link", { name: /^Tea/ }).tap();
    await boxOf(page).fill("One cup, please");
    await page.getByRole("button", { name: "Send" }).tap();
    await page.getByRole("button", { name: "Actions for: Your message" }).tap();
    await page.getByRole("menuitem", { name: "Edit" }).tap();
    await page.getByRole("textbox", { name: "Text of the message" }).fill("Two cups, please");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("Two cups, please").waitFor();
    expect((await page.locator(".chat-header").boundingBox())?.height).toBeLessThan(60);
    await picture(page, "chat-390-touch");

    await page.getByRole("button", { name: "Actions for this chat" }).tap();
    await page.getByRole("menuitem", { name: "Details" }).tap();
    const details = page.getByRole("dialog", { name: "Details" });
    await details.getByText("Direct message").waitFor();
    await details.getByText("Tea <b>").waitFor();
    await details.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("button", { name: "Actions for this chat" }).tap();
    await page.getByRole("menuitem", { name: "Archive" }).tap();
    await page.getByText("This chat is archived and accepts no messages.").waitFor();
    await page.getByRole("link", { name: "All chats" }).first().tap();
    await page.getByRole("button", { name: "New chat" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("reaches the actions of a message with the keyboard", async () => {
    const { gateway, open, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    const page = await open(`chats/${chat.id}`);
    await boxOf(page).fill("One cup, please");
    await page.keyboard.press("Enter");
    const menu = page.getByRole("button", { name: "Actions for: Your message" });
    await menu.focus();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.chat-tools')).opacity")).toBe("1");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Deleted message").last().waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows drafts until their message is sent, and loads older messages", async () => {
    const { gateway, open, say, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    for (let number = 1; number <= 60; number++) await say(chat.id, `Message ${number}.`);
    const page = await open(`chats/${chat.id}`);
    await page.getByText("Message 60.").last().waitFor();
    expect(await page.getByText("Message 1.", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Older messages" }).dispatchEvent("click");
    await page.getByText("Message 1.", { exact: true }).waitFor();

    await gateway.call("chats.drafts.update", { chatId: chat.id, actorId: "tea", text: "Your tea is" });
    await page.getByText("is writing…").waitFor();
    await say(chat.id, "Your tea is ready", "tea");
    await page.getByRole("log").getByText("Your tea is ready").waitFor();
    await until(async () => expect(await page.getByText("is writing…").count()).toBe(0));
    expect(complaints).toEqual([]);
  });

  it("counts unread messages of reading lists until they are marked as read", async () => {
    const { gateway, open, say, admin, complaints, url } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    const page = await open(`chats/${chat.id}`);
    const headers = { authorization: `Bearer ${admin.key}`, "content-type": "application/json" };
    const call = (path: string, data: unknown) =>
      page.request.post(new URL(`/api/v1/${path}`, page.url()).href, { headers, data });
    await call("chats/lists/create", { name: "today", mode: "static" });
    await call("chats/lists/add", { list: "today", chatId: chat.id });
    await say(chat.id, "Tea is ready");
    const list = page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: /^today/ });
    await list.getByText("1 unread").waitFor();
    await page.getByRole("button", { name: "Mark as read" }).click();
    await until(async () => expect(await list.getByText("unread").count()).toBe(0));

    await boxOf(page).fill("Thank you");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("Thank you").waitFor();
    await say(chat.id, "You are welcome");
    await list.getByText("1 unread").waitFor();
    await page.getByRole("button", { name: "Mark as read" }).click();
    await until(async () => expect(await list.getByText("unread").count()).toBe(0));
    // Each sign-in with a ticket has another key.
    const ticket = async () => (await (await call("console/ticket", {})).json()).ticket;
    const later = await (await visit(browser, url, { complaints })).open(`#ticket=${await ticket()}`);
    await later.getByRole("link", { name: "Chats" }).click();
    await later.getByRole("link", { name: /^today/ }).click();
    await later.getByRole("link", { name: /^Tea/ }).waitFor();
    expect(await later.getByText("unread").count()).toBe(0);
    await say(chat.id, "More?");
    await later.getByRole("navigation", { name: "Lists" }).getByText("1 unread").waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows markup and very long messages as text", async () => {
    const { gateway, open, say, complaints } = await start();
    const title = "<img src=x onerror=alert(1)>";
    const { chat } = await gateway.call("chats.create", { title });
    const page = await open(`chats/${chat.id}`);
    await page.getByRole("heading", { name: title, level: 2 }).waitFor();
    await say(chat.id, "<script>alert(2)</script><img src=x onerror=alert(3)>");
    await page.getByRole("log").getByText("<script>alert(2)</script>").waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);

    await say(chat.id, `${"word ".repeat(20_000)}`);
    const more = page.getByRole("button", { name: /^Show all 100,000 characters/ });
    await more.waitFor();
    const shown = page.getByRole("article").last().locator(".words");
    expect((await shown.textContent())?.length).toBeLessThan(5_000);
    await more.click();
    await until(async () => expect((await shown.textContent())?.length).toBe(100_000));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("keeps the text when sending fails, and sends it once afterwards", async () => {
    const { gateway, open } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea" });
    const page = await open(`chats/${chat.id}`);
    const problem = {
      type: "urn:postern:error:x",
      title: "Failed",
      status: 500,
      detail: "The disk is full",
      code: "x",
    };
    // The message is created, but its answer is lost.
    await page.route("**/api/v1/chats/messages/create*", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, contentType: "application/problem+json", body: JSON.stringify(problem) });
    });
    const box = boxOf(page);
    await box.fill("One cup, please");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The disk is full").waitFor();
    expect(await box.inputValue()).toBe("One cup, please");
    await page.unroute("**/api/v1/chats/messages/create*");
    await box.press("Enter");
    await until(async () => expect(await box.inputValue()).toBe(""));
    expect((await gateway.call("chats.messages.list", { chatId: chat.id })).messages).toHaveLength(1);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("creates the first chat with the keyboard, and archives it", async () => {
    const { gateway, open, complaints } = await start();
    const page = await open("chats");
    await page.getByText('postern chats create --title "Tea"').waitFor();
    await page.getByRole("button", { name: "New chat" }).press("Enter");
    await page.getByLabel("Title").fill("Tea");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tea", level: 2 }).waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("This chat is archived and accepts no messages.").waitFor();
    expect((await gateway.call("chats.list", { archived: true })).chats).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { gateway, open, say, complaints } = await start();
    const { chat } = await gateway.call("chats.create", { title: "Tea", agentId: "tea", tags: ["work"] });
    await gateway.call("agents.create", { id: "tea" });
    await say(chat.id, "مرحبا");
    await say(chat.id, "お茶の準備ができました。", "tea");
    const page = await open("chats", { colorScheme, viewport: { width, height: 844 } });
    await page.getByRole("link", { name: /^Tea/ }).waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await page.getByRole("link", { name: /^Tea/ }).click();
    await page.getByRole("log").getByText("お茶の準備ができました。").waitFor();
    await page.getByRole("article").last().hover();
    expect(await faultsIn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
  });
});
