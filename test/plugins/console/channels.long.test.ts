import agents from "@postern/agents";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import credentials from "@postern/credentials";
import events from "@postern/events";
import openapi from "@postern/openapi";
import service from "@postern/service";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { newEnvironment } from "../channels/process.ts";
import { person } from "../channels/servers/irc-person.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!has("chromium"))("the page of channels, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway that keeps the connections itself. */
  async function start() {
    const test = await serve([
      webConsole(),
      context(),
      events(),
      openapi(),
      chats(),
      agents(),
      credentials(),
      service(),
      channels({ role: "runner", hooksPrivate: true }),
      irc(),
    ]);
    const complaints: string[] = [];
    const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      (await visit(browser, test.url, { ...options, key: test.admin.key, complaints })).open(path);
    return { ...test, open, complaints };
  }

  async function startServer() {
    const server = await startNgircd();
    onTestFinished(() => server.stop());
    return server;
  }

  describe.skipIf(!has("ngircd"))("with IRC (needs ngircd)", () => {
    it("connects an adapter, and shows that its server goes down and comes back", async () => {
      const server = await startServer();
      const { gateway, open, complaints } = await start();
      await gateway.call("agents.create", { id: "main", name: "Main" });
      const page = await open("channels");
      await page.getByText("No adapters yet.").waitFor();
      await page.getByRole("button", { name: "New adapter" }).click();
      await page.getByRole("button", { name: /IRC/ }).click();
      await page.getByLabel("Id (required)").fill("home");
      await page.getByLabel("Host (required)").fill("127.0.0.1");
      await page.getByLabel("Nick (required)").fill("postern");
      await page.getByLabel("Agent").selectOption("Main (main)");
      await page.getByText("More settings").click();
      await page.getByLabel("Port").fill(String(server.port));
      await page.getByLabel("TLS").selectOption("no");
      await page.getByRole("textbox", { name: "Channels" }).fill("#help");
      await page.getByLabel("Retry every").fill("1000");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("heading", { name: "home" }).waitFor();
      const badge = page.getByRole("link", { name: /^home/ }).locator(".badge");
      await badge.getByText("connected", { exact: true }).waitFor();

      const ann = await person(server.port, "ann", { channels: ["#help"] });
      ann.say("#help", `hello ${HOSTILE}`);
      const places = page.getByRole("list", { name: "Places" });
      await places.getByRole("link", { name: "#help" }).waitFor();
      await page.getByText(/^received/).waitFor();

      await server.kill();
      await badge.getByText("reconnecting", { exact: true }).waitFor();
      await page.locator(".bad-note").waitFor();
      await until(async () => {
        const { findings } = await gateway.call("service.doctor", {});
        expect(findings.map(({ id }: { id: string }) => id)).toContain("channels.adapter_reconnecting");
      });
      const inbox = await open("live");
      await Promise.all([
        inbox.waitForResponse((response) => response.url().endsWith("/service/doctor")),
        inbox.getByRole("link", { name: "Inbox" }).click(),
      ]);
      // One item for one trouble, though the gateway itself finds it as well.
      await inbox.getByRole("list", { name: "Failed" }).getByText("The irc adapter home is reconnecting").waitFor();
      expect(await inbox.getByText(/"home" is reconnecting/).count()).toBe(0);
      await inbox.close();
      await server.start();
      await badge.getByText("connected", { exact: true }).waitFor();
      await page.locator(".bad-note").waitFor({ state: "detached" });

      await places.getByRole("button", { name: "Close #help" }).click();
      await page.getByRole("button", { name: "Execute" }).click();
      await places.getByText("closed").waitFor();
      await places.getByRole("button", { name: "Open #help" }).click();
      await places.getByText("open", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Open a place" }).click();
      await page.getByLabel("Place (required)").fill("bob");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await places.getByRole("link", { name: "bob" }).waitFor();
      expect((await gateway.call("channels.places.list", {})).places).toHaveLength(2);
      await page.getByRole("link", { name: "Places", exact: true }).click();
      await page.getByRole("link", { name: "bob" }).waitFor();
      expect(complaints).toEqual([]);
    });

    it("edits, disables, enables and removes an adapter, also one of another client", async () => {
      const server = await startServer();
      const { gateway, open, complaints } = await start();
      const page = await open("channels");
      await page.getByText("No adapters yet.").waitFor();
      const config = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern" };
      await gateway.call("channels.adapters.create", { id: "home", kind: "irc", config });
      await page.getByRole("link", { name: /^home/ }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Nick (required)").fill("kettle");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("kettle").waitFor();
      const { adapter } = await gateway.call("channels.adapters.show", { id: "home" });
      expect(adapter.config).toEqual({ ...config, nick: "kettle" });
      const badge = page.getByRole("link", { name: /^home/ }).locator(".badge");
      await page.getByRole("button", { name: "Disable" }).click();
      await badge.getByText("disabled").waitFor();
      await page.getByRole("button", { name: "Enable" }).click();
      await badge.getByText("connected", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Remove" }).click();
      await page.getByRole("dialog").getByText("Remove adapter home").waitFor();
      await page.getByRole("button", { name: "Execute" }).click();
      await until(async () => expect((await gateway.call("channels.adapters.list", {})).adapters).toEqual([]));
      expect(complaints).toEqual([]);
    });

    it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
      const server = await startServer();
      const { gateway, open, complaints } = await start();
      const config = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", channels: ["#help"] };
      await gateway.call("channels.adapters.create", { id: "home", kind: "irc", config });
      await gateway.call("channels.adapters.create", { id: "office", kind: "irc", config: { ...config, port: 1 } });
      await gateway.call("channels.places.open", { adapter: "home", place: "#help" });
      await gateway.call("channels.places.open", { adapter: "home", place: "ann", title: HOSTILE });
      const page = await open("channels", { colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });
      const look = async (name: string): Promise<void> => {
        await picture(page, `channels-${name}-${width}-${colorScheme}`);
        expect([name, await faultsIn(page)]).toEqual([name, []]);
        expect([name, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, true]);
      };
      await page.locator(".badge", { hasText: "reconnecting" }).first().waitFor();
      await look("list");
      for (const [name, path, text] of [
        ["adapter", "list/home", HOSTILE],
        ["failed", "list/office", "127.0.0.1"],
        ["places", "places", HOSTILE],
        ["runner", "runner", "The log is empty."],
      ] as const) {
        await page.goto(new URL(`/console/channels/${path}`, page.url()).href);
        await page.getByText(text).filter({ visible: true }).first().waitFor();
        expect(await page.locator("main img[src=x]").count()).toBe(0);
        await look(name);
      }
      await page.goto(new URL("/console/channels", page.url()).href);
      await page.getByRole("button", { name: "New adapter" }).click();
      await page.getByRole("button", { name: /Webhook/ }).click();
      await page.getByLabel("Id (required)").waitFor();
      await look("new-adapter");
      expect(complaints).toEqual([]);
    });
  });

  it("starts, restarts and stops the runner, and shows its log", async () => {
    const env = await newEnvironment();
    const { url } = await env.serve();
    const { open, complaints } = await visit(browser, url, { key: env.key });
    const page = await open("channels/runner");
    await page.clock.install();
    await page.reload();
    const runner = page.getByRole("region", { name: "Runner", exact: true });
    await runner.getByText("stopped").waitFor();
    await runner.getByRole("button", { name: "Start" }).click();
    await runner.getByText("ready").waitFor();
    const log = page.getByRole("region", { name: "Log of the runner" });
    await log.getByText("The channel runner has started").waitFor();

    // A tab cannot be hidden without a window manager, so that the page is told that it is.
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event("visibilitychange"));`);
    const isRead = (request: { url(): string }): boolean => request.url().endsWith("/channels/logs");
    await setHidden(true);
    let reads = 0;
    page.on("request", (request) => {
      if (isRead(request)) reads += 1;
    });
    await page.clock.runFor(20_000);
    expect(reads).toBe(0);
    const read = page.waitForRequest(isRead);
    await setHidden(false);
    await page.clock.runFor(2_000);
    await read;
    await page.clock.resume();

    const { pid } = env.runner();
    await runner.getByRole("button", { name: "Restart" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await until(() => expect(env.runner().pid).not.toBe(pid));
    await runner.getByText("ready").waitFor();
    await picture(page, "channels-runner-log");
    await log.getByLabel("Level").selectOption("Errors");
    await log.getByText("No line of this level.").waitFor();
    await runner.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await runner.getByText("stopped", { exact: true }).waitFor();
    expect(await env.status()).toMatchObject({ channels: { running: false } });
    expect(complaints).toEqual([]);
  });
});
