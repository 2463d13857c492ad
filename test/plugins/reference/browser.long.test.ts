import chats from "@postern/chats";
import context from "@postern/context";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import reference from "@postern/reference";
import service from "@postern/service";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { launch } from "../console/browser.ts";

describe.skipIf(!has("chromium"))("the reference, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function open(path: string, options: BrowserContextOptions = {}) {
    const test = await testGateway({ plugins: [reference(), service(), context(), chats()] });
    const server = await listen(test.gateway, { port: 0 });
    onTestFinished(async () => {
      await server.close();
      await test.stop();
    });
    const visit = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    onTestFinished(() => visit.close());
    const page = await visit.newPage();
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    await visit.route("**/*", (route) => {
      const url = route.request().url();
      if (url.startsWith(`${server.url}/`)) return route.continue();
      elsewhere.push(url);
      return route.abort();
    });
    await page.goto(server.url + path);
    return { ...test, page, complaints, elsewhere, url: server.url };
  }

  async function enter(page: Page, key: string): Promise<void> {
    await page.getByLabel("Key").fill(key);
    await page.keyboard.press("Enter");
  }

  /** What axe finds serious in a part of the page. Evaluated by the debugger, which the page's policy does not concern. */
  async function faultsIn(page: Page, place = "body"): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
      `axe.run(${JSON.stringify(place)})`,
    );
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id }) => id);
  }

  it("shows the operations to a key, calls them, and asks nothing of other hosts", async () => {
    const { page, admin, gateway, complaints, elsewhere, url } = await open("/reference/");
    await enter(page, "rctx_wrong");
    await page.getByText("This key is not valid.").waitFor();
    complaints.length = 0;
    await enter(page, admin.key);
    await page.getByRole("heading", { name: "Postern", level: 1 }).waitFor();
    await page.goto(`${url}/reference/#tag/chats/POST/api/v1/chats/create`);
    const operation = page.locator("section[id$='tag/chats/POST/api/v1/chats/create']");
    await operation.getByRole("heading", { name: "Create a chat" }).waitFor();
    await operation.getByText("curl -X POST").first().waitFor();

    await operation.getByRole("button", { name: /Test Request/ }).click();
    await page.getByRole("button", { name: /^Send/ }).first().click();
    await until(async () => expect((await gateway.call("chats.list", {})).chats).toHaveLength(1));
    await page
      .getByText(/200\s*OK/)
      .first()
      .waitFor();

    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    expect(page.url()).not.toContain("rctx_");
    const kept = await page.evaluate<string>("JSON.stringify([localStorage, document.cookie])");
    expect(kept).not.toContain(admin.key);
  });

  it("forgets the key when asked to, and when it is no longer valid", async () => {
    const { page, gateway, client } = await open("/reference/");
    const reader = await client(["chats:read"]);
    await enter(page, reader.key);
    await page.getByRole("button", { name: "Forget the key" }).click();
    await page.getByLabel("Key").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);

    await enter(page, reader.key);
    await page.getByRole("button", { name: "Forget the key" }).waitFor();
    await gateway.keys.revoke(reader.contextId);
    await page.reload();
    await page.getByText("This key is not valid.").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  it.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const)("has readable pages in %s, %i px wide", async (colorScheme, width) => {
    const { page, admin, complaints, elsewhere, url } = await open("/reference/", {
      colorScheme,
      viewport: { width, height: 844 },
    });
    for (const path of ["/reference/", "/reference/guides/", "/reference/guides/plugin", "/reference/guides/calling"]) {
      await page.goto(url + path);
      expect([path, await faultsIn(page)]).toEqual([path, []]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
    await page.getByRole("link", { name: "Write a plugin", exact: true }).click();
    await page.getByRole("heading", { name: "Write a plugin", level: 1 }).waitFor();
    await page.goto(`${url}/reference/`);
    await enter(page, admin.key);
    const button = page.getByRole("button", { name: "Forget the key" });
    await button.waitFor();
    expect((await button.boundingBox())?.height).toBeLessThan(40);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect([complaints, elsewhere]).toEqual([[], []]);
  });
});
