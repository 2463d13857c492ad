import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { launch, picture, serve, visit } from "./browser.ts";
import { allow, inFrame, openPage, withPage } from "./kettle.ts";

/** A page that makes these calls one after the other, and shows how each ended. */
const calling = (...calls: [operation: string, input: object][]) => `export default async (page) => {
  for (const [operation, input] of ${JSON.stringify(calls)}) {
    const line = document.createElement("p");
    document.body.append(line);
    line.textContent = operation + ": " + await page.call(operation, input).then(
      (answer) => answer === undefined ? "declined" : "answered " + Object.keys(answer)[0], ({ code }) => code);
  }
  document.body.append("finished");
}`;

async function linesOf(page: Page): Promise<string[]> {
  await inFrame(page).getByText("finished").waitFor();
  return inFrame(page).locator("p").allTextContents();
}

describe.skipIf(!has("chromium"))("hostile pages of plugins, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("do not become their viewer with wildcards: no key, ticket or rotation", async () => {
    const derive = { label: "mine", scopes: ["*"] };
    const calls = calling(
      ["context.derive", derive],
      ["console.ticket", {}],
      ["context.rotate", {}],
      ["chats.list", {}],
    );
    const { page, gateway } = await openPage(browser, calls, { uses: ["**", "*.*", "context.*"] });
    expect(await linesOf(page)).toEqual([
      "context.derive: console.not_allowed",
      "console.ticket: console.not_allowed",
      "context.rotate: console.not_allowed",
      "chats.list: answered chats",
    ]);
    const { contexts } = await gateway.call("context.list", {});
    expect(contexts).not.toContainEqual(expect.objectContaining({ label: "mine" }));
  });

  it("make each such call with a confirmation, also a query, if they name the operation", async () => {
    const derive = { label: "mine", scopes: ["chats:read"] };
    const calls = calling(["context.derive", derive], ["console.ticket", {}], ["context.derive", derive]);
    const { page } = await openPage(browser, calls, { uses: ["context.derive", "console.ticket"] });
    const dialog = page.getByRole("dialog");
    await dialog.getByText("context derive").waitFor();
    await dialog.getByText("plugin kettle").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("Create a ticket that signs in to the console once").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("context derive").waitFor();
    await dialog.getByRole("button", { name: "Execute" }).click();
    expect(await linesOf(page)).toEqual([
      "context.derive: declined",
      "console.ticket: declined",
      "context.derive: answered context",
    ]);
  });

  it("are loaded after the viewer has seen their rights, until the consent is withdrawn", async () => {
    const plugin = withPage("export default () => {}", { uses: ["kettle.**", "context.derive"] });
    const first = await serve([webConsole(), context(), events(), chats(), plugin]);
    const { open } = await visit(browser, first.url, { key: first.admin.key });
    const page = await open("plugins/kettle/main");
    const main = page.getByRole("main");
    await main.getByText("context.derive").first().waitFor();
    await main.getByText("kettle 1.0.0").first().waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await allow(page);
    await page.locator("iframe").waitFor();
    await page.reload();
    await page.locator("iframe").waitFor();
    await page.getByRole("button", { name: "Rights" }).click();
    await page.getByRole("button", { name: "Withdraw consent" }).click();
    await page.getByRole("button", { name: "Open the page" }).waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await picture(page, "plugin-consent-1440-light");
  });

  it("cannot hang the console with calls, messages or places, nor hold the Back button", async () => {
    const { page, url, gateway } = await openPage(
      browser,
      `export default async (page) => {
        const show = (text) => document.body.append(Object.assign(document.createElement("p"), { textContent: text }));
        const codes = await Promise.all(Array.from({ length: 5000 }, () =>
          page.call("chats.list", {}).then(() => "answered", ({ code }) => code)));
        show("refused " + codes.filter((code) => code === "console.too_many_calls").length);
        if (page.place === "") for (let i = 0; i < 500; i++) page.go("place/" + i);
        for (let i = 0; i < 20; i++) history.pushState(i, "");
        document.body.append("finished");
      }`,
      { uses: ["chats.list"] },
    );
    const [refused = ""] = await linesOf(page);
    expect(Number(refused.replace("refused ", ""))).toBeGreaterThan(1_000);
    await page.waitForURL(`${url}/console/plugins/kettle/main/place/499`);
    await gateway.call("chats.create", { title: "Tea" });
    await page.getByRole("link", { name: "Chats" }).click();
    await page.getByText("Tea").first().waitFor();
    await page.goBack();
    await page.waitForURL(`${url}/console/plugins/kettle/main/place/499`);
    await inFrame(page).getByText("finished").waitFor();
    await page.goBack();
    await page.waitForURL("about:blank");
  });

  it("are stopped when they send messages without end", async () => {
    const { page } = await openPage(
      browser,
      `export default (page) => { setInterval(() => { for (let i = 0; i < 1000; i++) page.go("x"); }, 1); }`,
    );
    await page.getByRole("alert").getByText("sent too many messages").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
  });

  it("do not sign the viewer out by an operation that answers 401", async () => {
    const { page } = await openPage(browser, calling(["kettle.supply", {}]));
    expect(await linesOf(page)).toEqual(["kettle.supply: kettle.not_paid"]);
    await page.getByRole("link", { name: "Chats" }).click();
    await page.getByRole("heading", { name: "Chats" }).waitFor();
  });
});
