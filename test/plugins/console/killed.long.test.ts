import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { newUser } from "../../surfaces/postern.ts";
import { faultsIn, launch, visit } from "./browser.ts";

describe.skipIf(!has("chromium"))("the console of a gateway process, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("continues after the gateway was killed, and shows messages from before and after", async () => {
    const user = newUser();
    const { url, child, ended } = await user.serve("start");
    const { out: address } = await user.run("open", "--print");
    const { out: created } = await user.run("chats", "create", "--title", "Tea", "--json");
    const chatId = JSON.parse(created).chat.id as string;
    const { open } = await visit(browser, url);
    const page = await open(address.trim().slice(`${url}/console/`.length));
    await page.getByRole("link", { name: "Chats" }).click();
    await page.getByRole("link", { name: "Tea" }).click();
    const message = page.getByRole("textbox", { name: "Message" });
    await message.fill("Before");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("article").or(page.getByRole("listitem")).filter({ hasText: "Before" }).first().waitFor();

    child.kill("SIGKILL");
    await ended;
    await page.getByText("The gateway does not answer.").waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await message.fill("Meanwhile");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await message.inputValue()).toBe("Meanwhile");

    await user.serve("serve", ["--port", new URL(url).port]);
    await page.getByText("The gateway does not answer.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("article").or(page.getByRole("listitem")).filter({ hasText: "Meanwhile" }).first().waitFor();
    const { out } = await user.run("chats", "messages", "list", "--chatId", chatId, "--json");
    const texts = JSON.parse(out).messages.map(({ content }: { content: { text: string } }) => content.text);
    expect(texts.sort()).toEqual(["Before", "Meanwhile"]);
  });
});
