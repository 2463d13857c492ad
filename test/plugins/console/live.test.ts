import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

describe.skipIf(!has("chromium"))("the live events of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function start(width: number, colorScheme: "light" | "dark" = "light") {
    const test = await serve([webConsole(), context(), events(), chats()]);
    const options = { key: test.admin.key, viewport: { width, height: 844 }, colorScheme };
    const { open, complaints } = await visit(browser, test.url, options);
    await test.gateway.call("chats.create", { title: "Tea" });
    const page = await open("live");
    await page.getByRole("button", { name: /chats.chat.created/ }).waitFor();
    return { page, complaints };
  }
  const heightOfHeader = async (page: Page) => (await page.locator(".page > header").boundingBox())?.height ?? 0;

  it("hides the filter on a phone, and shows how many conditions are set", async () => {
    const { page, complaints } = await start(390);
    const type = page.getByLabel("Type, such as chats.**");
    expect(await type.isVisible()).toBe(false);
    expect(await heightOfHeader(page)).toBeLessThan(64);
    await page.getByRole("button", { name: "Filter" }).click();
    await type.fill("chats.**");
    await page.getByLabel("Subject").fill("nothing");
    await page.getByText("No event matches the filter.").waitFor();
    await picture(page, "live-filter-390-light");
    await page.getByRole("button", { name: "Filter 2 active" }).click();
    expect(await type.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.getByRole("button", { name: /chats.chat.created/ }).waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(LOOKS)("is readable in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { page, complaints } = await start(width, colorScheme);
    expect(await page.getByRole("button", { name: "Filter", exact: true }).isVisible()).toBe(width === 390);
    await picture(page, `live-${width}-${colorScheme}`);
    expect(await faultsIn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
  });
});
