import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import service from "@postern/service";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { writeSignInFile } from "../../../plugins/cli/src/sign-in-file.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { launch, serve, visit } from "./browser.ts";

const plugins = () => [context(), service(), events(), webConsole()];

describe.skipIf(!has("chromium"))("signing in, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("takes one ticket from the address, and asks nothing of other hosts", async () => {
    const { admin, url, gateway } = await serve(plugins());
    const { open, complaints, elsewhere } = await visit(browser, url);
    const { body } = await admin.post("console.ticket", { label: "console on laptop" });
    const page = await open(`#ticket=${body.ticket}`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.getByText("console on laptop").waitFor();
    expect(page.url()).toBe(`${url}/console/`);
    expect(await page.evaluate("JSON.stringify([localStorage, document.cookie])")).not.toContain("rctx_");
    await page.reload();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();

    const other = await (await visit(browser, url)).open(`#ticket=${body.ticket}`);
    await other.getByText("The ticket was used already or has expired.").waitFor();
    expect(other.url()).not.toContain("ticket");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Or paste a key").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    const { contexts } = await gateway.call("context.list", { status: "revoked" });
    expect(contexts).toMatchObject([{ label: "console on laptop" }]);
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("continues from the file that postern open writes, and leaves no ticket in the history", async () => {
    const { admin, url } = await serve(plugins());
    const folder = mkdtempSync(join(tmpdir(), "sign-in-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { body } = await admin.post("console.ticket", { label: "console on laptop" });
    const file = writeSignInFile(folder, `${url}/console/#ticket=${body.ticket}`);
    const tabs = await browser.newContext();
    onTestFinished(() => tabs.close());
    const page = await tabs.newPage();
    await page.goto(pathToFileURL(file.path).href);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(page.url()).toBe(`${url}/console/`);
    const { entries } = await (await tabs.newCDPSession(page)).send("Page.getNavigationHistory");
    expect(entries.map((entry) => entry.url)).not.toContainEqual(expect.stringContaining("ticket"));
  });

  it("derives a key from a pasted one, and does not keep the pasted one", async () => {
    const { admin, client, url, gateway } = await serve(plugins());
    const { open } = await visit(browser, url);
    const page = await open("");
    await page.getByLabel("Or paste a key").fill("rctx_wrong");
    await page.keyboard.press("Enter");
    await page.getByText("This key is not valid.").waitFor();
    await page.getByLabel("Or paste a key").fill(admin.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain(admin.key);
    const { contexts } = await gateway.call("context.list", {});
    expect(contexts).toContainEqual(expect.objectContaining({ label: "console on 127.0.0.1" }));

    // A key without the right to derive others is used itself, and signing out does not revoke it.
    const reader = await client(["events:read"]);
    const tab = await (await visit(browser, url)).open("");
    await tab.getByLabel("Or paste a key").fill(reader.key);
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: "Inbox" }).waitFor();
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByLabel("Or paste a key").waitFor();
    expect((await reader.post("context.whoami", {})).status).toBe(200);
  });

  it("ends at once when the key is revoked", async () => {
    const { client, url, gateway } = await serve(plugins());
    const member = await client(["*"]);
    const { open } = await visit(browser, url, { key: member.key });
    const page = await open("");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await gateway.keys.revoke(member.contextId);
    await page.getByText("Your key has been revoked or has expired.").waitFor();
    expect(await page.evaluate("sessionStorage.getItem('postern-key')")).toBeNull();
  });

  it("says that the gateway does not answer, and continues when it is back", async () => {
    const { admin, url, close, gateway } = await serve(plugins());
    const { open } = await visit(browser, url, { key: admin.key });
    const page = await open("live");
    await page.getByRole("heading", { name: "Live" }).waitFor();
    await close();
    await page.getByText("The gateway does not answer.").waitFor();
    const { listen } = await import("@postern/core/server");
    const again = await listen(gateway, { port: Number(new URL(url).port) });
    try {
      await until(async () => expect(await page.getByText("The gateway does not answer.").count()).toBe(0));
      await gateway.call("context.derive", { label: "later", scopes: ["context:read"] });
      await page.getByText("context.key.derived").first().waitFor();
    } finally {
      await again.close();
    }
  });
});
