import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import type { PluginPage } from "@postern/core";
import events from "@postern/events";
import { definePage } from "@postern/kit/console";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import reminders from "../../../examples/third-party-plugin/src/index.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { launch, picture, serve, visit } from "./browser.ts";
import { allow, inFrame, openPage, withPage } from "./kettle.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'">`;

describe("definePage", () => {
  const page = { name: "main", title: "Kettle", files: new URL("file:///srv/page/"), module: "page.js" };
  it.each([
    [{ name: "Main" }, "name"],
    [{ title: " " }, "title"],
    [{ title: "App\u200brovals" }, "title"],
    [{ files: new URL("file:///srv/page") }, "slash"],
    [{ module: "../page.js" }, "module"],
    [{ module: "page.ts" }, "module"],
    [{ icon: "icon.png" }, "icon"],
  ])("refuses %j", (wrong, reason) => {
    expect(() => definePage({ ...page, ...wrong })).toThrow(reason);
  });
});

describe("pages of plugins over HTTP", () => {
  it("lists them with their rights, and serves only files of their folder, in a sandbox", async () => {
    const { admin, client, url } = await serve([context(), webConsole(), chats(), reminders(), withPage("")]);
    const reader = await client(["chats:read"]);
    expect((await reader.post("console.pages.list", {})).body.pages).toMatchObject([
      { plugin: "reminders", path: "/console/frames/reminders/reminders/", uses: ["reminders.**", "chats.list"] },
      { plugin: "kettle", version: "1.0.0", name: "main", uses: ["kettle.**"], needs: [], confirmed: [], excluded: [] },
    ]);
    expect((await admin.post("console.pages.list", { limit: 1 })).body.pages).toHaveLength(1);
    const frame = await fetch(`${url}/console/frames/kettle/main/`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox allow-scripts allow-forms;");
    expect(policy).toContain(`connect-src ${url}/console/frames/kettle/main/;`);
    expect((await fetch(`${url}/console/frames/kettle/main/page.js`)).headers.get("content-type")).toContain(
      "javascript",
    );
    for (const path of [
      "kettle/main/..%2fpage.js",
      "kettle/main/%2e%2e%2f%2e%2e%2fetc/hosts.js",
      "kettle/main",
      "kettle/other/",
      "none/main/",
    ])
      expect((await fetch(`${url}/console/frames/${path}`)).status).toBe(404);
  });

  it.each([{ module: "missing.js" }, { title: "Approvals" }, { title: "kеys" }])(
    "leaves out a page with %j, because its module does not exist or its title is the console's",
    async (wrong) => {
      const { admin } = await serve([context(), webConsole(), withPage("", wrong)]);
      expect((await admin.post("console.pages.list", {})).body.pages).toEqual([]);
    },
  );

  it("lists which operations each call confirms, and which wildcards do not give", async () => {
    const uses = ["**", "context.derive"];
    const { admin } = await serve([context(), webConsole(), events(), chats(), withPage("", { uses })]);
    const [page] = (await admin.post("console.pages.list", {})).body.pages;
    expect(page.confirmed).toMatchObject([{ id: "context.derive", effect: "write" }]);
    expect(page.excluded).toEqual(expect.arrayContaining(["context.rotate", "context.revoke", "console.ticket"]));
    expect(page.excluded).not.toContain("context.derive");
    expect(page.excluded).not.toContain("chats.create");
  });
});

describe.skipIf(!has("chromium"))("pages of plugins in the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const opened = (script: string, more: Partial<PluginPage> = {}) => openPage(browser, script, more);

  it("shows the page of a third party, which reads, writes and follows events as the viewer", async () => {
    const { admin, url, gateway } = await serve([webConsole(), context(), events(), chats(), reminders()]);
    const { chat } = await gateway.call("chats.create", { title: HOSTILE });
    const { open, complaints, elsewhere } = await visit(browser, url, { key: admin.key });
    const page = await open("");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Reminders" }).click();
    await allow(page);
    const frame = inFrame(page);
    await frame.getByLabel("Text").fill("Drink it");
    await frame.getByLabel("Due").fill("2099-01-01T12:00");
    await frame.getByRole("button", { name: "Set" }).click();
    await frame.getByRole("listitem").filter({ hasText: "Drink it" }).waitFor();
    await gateway.call("reminders.set", { chatId: chat.id, text: HOSTILE, dueAt: "4102444800000" }, { execute: true });
    await frame.getByRole("listitem").filter({ hasText: HOSTILE }).waitFor();
    expect(await frame.locator("img").count()).toBe(0);
    await picture(page, "plugin-page-1440-light");
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, "plugin-page-390-light");
    await page.setViewportSize({ width: 1440, height: 900 });
    const colorOf = (selector: string) => `getComputedStyle(document.querySelector("${selector}")).backgroundColor`;
    const light = await page.evaluate(colorOf("body"));
    await page.getByRole("button", { name: "Colors: system" }).click();
    await page.getByRole("button", { name: "Colors: light" }).click();
    const dark = await page.evaluate(colorOf("body"));
    expect(dark).not.toBe(light);
    await until(async () => expect(await frame.locator("body").evaluate(colorOf("body"))).toBe(dark));
    await picture(page, "plugin-page-1440-dark");
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it("shows the plan of a call with consequences, and reports the decision and errors to the page", async () => {
    const { page, complaints } = await opened(`export default (page) => {
      const output = document.createElement("output");
      const button = Object.assign(document.createElement("button"), { textContent: "Boil" });
      let cups = 2;
      button.onclick = () => page.call("kettle.boil", { cups }).then(
        (answer) => { output.textContent = JSON.stringify(answer) ?? "declined"; cups = 9; },
        ({ code, status, message }) => { output.textContent = [code, status, message].join("|"); });
      document.body.append(button, output);
    }`);
    const frame = inFrame(page);
    await frame.getByRole("button", { name: "Boil" }).click();
    await page.getByRole("dialog").getByText("Boil 2 cups").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await frame.getByText("declined").waitFor();
    await frame.getByRole("button", { name: "Boil" }).click();
    await frame.getByText("gateway.invalid_input|400").waitFor();
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("keeps the plan that is shown when a page asks for another, and executes exactly that one", async () => {
    const { page } = await opened(`export default (page) => {
      window.boil = (cups) => void page.call("kettle.boil", { cups }).then(
        (answer) => document.body.append(cups + " " + (JSON.stringify(answer) ?? "declined") + "; "));
      document.body.append("ready");
    }`);
    const frame = inFrame(page);
    await frame.getByText("ready").waitFor();
    const boil = (cups: number) => frame.locator("body").evaluate(`window.boil(${cups})`);
    const dialog = page.getByRole("dialog");
    await boil(1);
    await dialog.getByText("Boil 1 cups").waitFor();
    await boil(2);
    await dialog.getByText("1 more plan waits").waitFor();
    await boil(3);
    await dialog.getByText("2 more plans wait").waitFor();
    expect(await dialog.getByText("Boil 1 cups").count()).toBe(1);
    await dialog.getByText("Asked by the page").waitFor();
    await dialog.getByText("plugin kettle").waitFor();
    await dialog.getByRole("button", { name: "Execute" }).click();
    await frame.getByText('1 {"boiled":1}').waitFor();
    await dialog.getByText("Boil 2 cups").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await frame.getByText("2 declined").waitFor();
    await dialog.getByText("Boil 3 cups").waitFor();
    await boil(4);
    await dialog.getByText("1 more plan waits").waitFor();
    await dialog.getByRole("button", { name: "Leave the page" }).click();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goBack();
    await frame.getByText("ready").waitFor();
    await boil(5);
    await dialog.getByText("Boil 5 cups").waitFor();
    // A dialog disappears with the page that asked.
    await page.evaluate(`document.querySelector('nav a[href$="/chats"]').click()`);
    await page.getByRole("heading", { name: "Chats" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it("ignores clicks and keys on a plan for half a second", async () => {
    const { page } = await opened(`export default (page) => {
      document.body.append(Object.assign(document.createElement("button"), { textContent: "Boil", onclick() {
        page.call("kettle.boil", { cups: 1 }).then((answer) => document.body.append(JSON.stringify(answer) ?? "declined"));
      } }));
    }`);
    // The buttons are pressed in the first moment in which they exist, and until they react.
    await page.evaluate(`window.presses = [];
      new MutationObserver(() => {
        const [button] = [...document.querySelectorAll("dialog button")].filter(({ textContent }) => textContent === "Execute");
        if (!button || window.presses.length > 0) return;
        const begun = performance.now();
        button.addEventListener("click", () => window.presses.push(performance.now() - begun));
        const press = () => { button.click(); if (button.isConnected) requestAnimationFrame(press); };
        press();
      }).observe(document.body, { childList: true, subtree: true })`);
    await inFrame(page).getByRole("button", { name: "Boil" }).click();
    await inFrame(page).getByText('{"boiled":1}').waitFor();
    const [first = 0] = await page.evaluate<number[]>("window.presses");
    expect(first).toBeGreaterThan(490);
  });

  it("gives a page nothing but its channel: no key, no parent, no other operation, no request", async () => {
    const { page, elsewhere, url } = await opened(`export default async (page) => {
      const tried = async (name, attempt) => {
        const line = document.createElement("p");
        try { line.textContent = name + ": " + JSON.stringify(await attempt()); }
        catch (error) { line.textContent = name + " refused"; }
        document.body.append(line);
      };
      await tried("storage", () => sessionStorage.getItem("postern-key"));
      await tried("parent", () => parent.document.title);
      await tried("undeclared", () => page.call("context.list", {}));
      await tried("gateway", () => fetch("/api/v1/context/whoami", { method: "POST", body: "{}" }).then(({ status }) => status));
      await tried("elsewhere", () => fetch("http://127.0.0.2:9/").then(({ status }) => status));
      await tried("evaluation", () => (0, eval)("1 + 1"));
      await tried("place", async () => page.place);
    }`);
    await inFrame(page).getByText("place:").waitFor();
    const lines = await inFrame(page).locator("p").allTextContents();
    expect(lines).toEqual([
      ...["storage", "parent", "undeclared", "gateway", "elsewhere", "evaluation"].map((name) => `${name} refused`),
      'place: ""',
    ]);
    expect([elsewhere, new URL(page.url()).origin]).toEqual([[], url]);
  });

  it("keeps the place of a page in the address", async () => {
    const { page, url } = await opened(`export default (page) => {
      const output = document.createElement("output");
      const show = () => { output.textContent = "at " + page.place; };
      page.onPlace(show);
      for (const place of ["lists/a b?sort=name", "../../../keys", "http://["]) {
        const button = Object.assign(document.createElement("button"), { textContent: place });
        button.onclick = () => page.go(place);
        document.body.append(button);
      }
      document.body.append(output);
      show();
    }`);
    const frame = inFrame(page);
    await frame.getByRole("button", { name: "lists" }).click();
    await page.waitForURL(`${url}/console/plugins/kettle/main/lists/a%20b?sort=name`);
    await page.reload();
    await frame.getByText("at lists/a%20b?sort=name").waitFor();
    await frame.getByRole("button", { name: "keys" }).click();
    await page.waitForURL(`${url}/console/plugins/kettle/main/keys`);
    await frame.getByRole("button", { name: "http" }).click();
    await page.waitForURL(`${url}/console/plugins/kettle/main`);
  });

  it("reports a module that fails, and ends the channel of a frame that leaves its document", async () => {
    const broken = await opened("export default () => { throw new Error('The kettle is empty'); }");
    await broken.page.getByRole("alert").getByText("The kettle is empty").waitFor();
    const left = await opened(`export default () => { location.href = "page.js"; }`);
    await left.page.getByText("The page left its frame.").waitFor();
  });

  it("hides a page from keys that lack its operations", async () => {
    const { client, url } = await serve([webConsole(), context(), events(), chats(), reminders()]);
    const reader = await client(["chats:read", "context:read"]);
    const { open } = await visit(browser, url, { key: reader.key });
    const page = await open("");
    const navigation = page.getByRole("navigation", { name: "Pages" });
    await navigation.getByRole("link", { name: "Chats" }).waitFor();
    expect(await navigation.getByRole("link", { name: "Reminders" }).count()).toBe(0);
  });
});
