import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { faultsIn, launch, serve, visit } from "./browser.ts";

describe.skipIf(!has("chromium"))("the keys of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway with its console, and a browser that is signed in. */
  async function start(options: BrowserContextOptions = {}) {
    const test = await serve([webConsole(), context(), events()]);
    const visitor = await visit(browser, test.url, { ...options, key: test.admin.key });
    const page = await visitor.open("");
    const open = (path: string) => page.goto(`${test.url}/console/${path}`);
    const isValid = async (key: string) =>
      (
        await fetch(`${test.url}/api/v1/context/whoami`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: "{}",
        })
      ).ok;
    return { ...test, page, complaints: visitor.complaints, open, isValid };
  }

  const keptBy = (page: Page) =>
    page.evaluate<string>(
      "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state])",
    );

  it("derives, rotates and revokes a key, and keeps its secret nowhere", async () => {
    const { page, open, isValid, complaints } = await start();
    await open("keys");
    await page.getByText("this session", { exact: true }).waitFor();
    // Suggestions that arrive after a scope was typed.
    let suggest = () => {};
    const isTyped = new Promise<void>((resolve) => (suggest = resolve));
    await page.route("**/context/scopes", (route) => isTyped.then(() => route.continue()));
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Label").fill("reader <b>bold</b>");
    await page.getByRole("combobox", { name: "Scopes" }).fill("context:read");
    suggest();
    await page.getByRole("list", { name: "Chosen scopes" }).getByText("context:read").waitFor();
    await page.getByRole("combobox", { name: "Expires" }).selectOption("86400");
    await page.getByRole("button", { name: "Create" }).click();
    const secret = page.getByRole("status", { name: "Key" });
    const first = (await secret.textContent()) ?? "";
    expect(first).toMatch(/^rctx_/);
    expect(await isValid(first)).toBe(true);
    expect(await keptBy(page)).not.toContain(first);

    await page.keyboard.press("Escape");
    await page.getByText("The key has not been copied.").waitFor();
    await page.getByRole("button", { name: "Close without copying" }).click();
    await secret.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(first);
    await page.getByRole("heading", { name: "reader <b>bold</b>", level: 2 }).waitFor();

    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Create the new key" }).click();
    const second = (await secret.textContent()) ?? "";
    expect([await isValid(first), await isValid(second)]).toEqual([false, true]);
    expect(await keptBy(page)).not.toContain(second);
    await page.getByRole("button", { name: "Copy the key" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.getByRole("button", { name: "Close" }).last().click();

    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByText('Revoke "reader <b>bold</b>"').waitFor();
    expect(await isValid(second)).toBe(true);
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("revoked", { exact: true }).first().waitFor();
    expect(await isValid(second)).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("shows a tree of keys, and keys of other clients without a reload", async () => {
    const { page, open, gateway } = await start();
    await open("keys");
    await page.getByText("this session", { exact: true }).waitFor();
    const parent = await gateway.call("context.derive", { label: "monitor", scopes: ["context:*"] });
    await gateway.call("context.derive", { label: "reader", scopes: ["context:read"], parent: parent.context.id });
    const row = page.getByRole("link", { name: /reader derived from monitor/ });
    await row.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "reader", level: 2 }).waitFor();
    await page.getByRole("link", { name: "monitor", exact: true }).click();
    await page.getByRole("heading", { name: "monitor", level: 2 }).waitFor();
    await gateway.call("context.revoke", { id: parent.context.id }, { execute: true });
    await row.waitFor({ state: "detached" });
  });

  it("withdraws a plan when the page that asked is left", async () => {
    const { page, open, gateway, isValid } = await start();
    const { key = "", context } = await gateway.call("context.derive", { label: "monitor", scopes: ["context:read"] });
    await open(`keys/${context.id}`);
    await page.getByRole("link", { name: "Live" }).click();
    await page.getByRole("heading", { name: "Live" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog", { name: "Do this?" });
    await dialog.getByText("Asked by the page Keys").waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "Live" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    expect([await page.getByRole("alert").count(), await isValid(key)]).toEqual([0, true]);
  });

  it.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const)("has readable pages in %s, %i px wide", async (colorScheme, width) => {
    const { page, open, gateway } = await start({ colorScheme, viewport: { width, height: 844 } });
    const { context } = await gateway.call("context.derive", {
      label: "monitor",
      scopes: ["context:read", "context:write"],
      ttl: 3_600,
    });
    for (const path of ["keys", "keys?status=all", `keys/${context.id}`]) {
      await open(path);
      await page.getByText("monitor").filter({ visible: true }).first().waitFor();
      expect([path, await faultsIn(page)]).toEqual([path, []]);
      expect([path, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([path, true]);
    }
    await page.getByRole("button", { name: "Derive a key" }).click();
    await page.getByRole("combobox", { name: "Scopes" }).fill("context:read");
    expect(await faultsIn(page)).toEqual([]);
  });
});
