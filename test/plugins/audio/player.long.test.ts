import { listen } from "@postern/core/server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { launch } from "../console/browser.ts";
import { openFixture } from "./fixture.ts";

const config = { engine: "flite" } as const;

describe.skipIf(!has("chromium"))("the player, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function openPlayer(options: Parameters<typeof openFixture>[0] = { config }) {
    const fixture = await openFixture(options);
    const server = await listen(fixture.gateway, { port: 0 });
    onTestFinished(() => server.close());
    const address = `${server.url.replace(/\/$/, "")}/audio/player`;

    /** Opens the page in a new browser context. */
    async function visit() {
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      const sent: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
      page.on("request", (request) => sent.push(request.url()));
      await page.goto(address);
      return { page, complaints, sent };
    }
    return { ...fixture, address, visit };
  }

  async function enter(page: Page, key: string, client = "desk") {
    await page.getByLabel("Name of this client").fill(client);
    await page.getByLabel("Key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop listening" }).waitFor();
  }

  /** Records each sound that plays, its progress and its end. Runs in the browser. */
  const watch = (page: Page) =>
    page.evaluate(`{
      const audio = document.querySelector("audio");
      window.noted = [];
      const last = (change) => Object.assign(noted.at(-1) ?? {}, change);
      audio.addEventListener("loadedmetadata", () => noted.push({ ended: false, at: 0, length: audio.duration }));
      audio.addEventListener("timeupdate", () => audio.currentTime > 0 && last({ at: audio.currentTime }));
      audio.addEventListener("ended", () => last({ ended: true }));
    }`);
  const noted = (page: Page) => page.evaluate<{ ended: boolean; at: number; length: number }[]>("noted");

  it("plays requests to their end, in order, and reports them", async () => {
    const { visit, admin, say, becomes, events } = await openPlayer();
    const { page, complaints } = await visit();
    await enter(page, admin.key);
    await watch(page);
    const ids: string[] = [];
    for (const text of ["One.", "And this is two.", "Three."]) ids.push((await say(text)).id);
    for (const id of ids) expect(await becomes(id, "played")).toMatchObject({ playedBy: "desk" });
    const sounds = await noted(page);
    expect(sounds).toHaveLength(3);
    for (const { ended, at, length } of sounds) {
      expect(ended).toBe(true);
      expect(length).toBeGreaterThan(0.3);
      expect(at).toBeGreaterThan(length / 2);
    }
    expect((await events("audio.request.played")).map(({ subject }) => subject)).toEqual(ids);
    expect(complaints).toEqual([]);
  });

  it("plays missed requests, also after a reload", async () => {
    const { visit, admin, say, becomes, show } = await openPlayer();
    const missed = [(await say("You missed this.")).id, (await say("And that.", { clientId: "desk" })).id];
    const other = (await say("Not for you.", { clientId: "couch" })).id;
    for (const id of [...missed, other]) await becomes(id, "ready");
    const { page } = await visit();
    await enter(page, admin.key);
    for (const id of missed) await becomes(id, "played");
    expect((await show(other)).state).toBe("ready");
    await page.reload();
    expect(await page.getByLabel("Key").inputValue()).toBe("");
    expect(await page.getByLabel("Name of this client").inputValue()).toBe("desk");
    const { id } = await say("While you were away.");
    await becomes(id, "ready");
    await enter(page, admin.key);
    await becomes(id, "played");
  });

  it("sends the key only to the gateway and does not store it", async () => {
    const { visit, admin, say, becomes, address } = await openPlayer();
    const { page, sent } = await visit();
    await enter(page, admin.key);
    await becomes((await say("Hello.")).id, "played");
    const kept = await page.evaluate<string>(`JSON.stringify([
      location.href,
      history.state,
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input")].map(({ value }) => value),
    ])`);
    expect(kept).not.toContain(admin.key);
    expect(kept).toContain("desk");
    expect(sent.filter((url) => url.includes("rctx"))).toEqual([]);
    const origin = new URL(address).origin;
    expect(sent.filter((url) => !url.startsWith(origin) && !url.startsWith("blob:"))).toEqual([]);
  });

  it("waits for the user if autoplay is off, and works by keyboard", async () => {
    const { visit, admin, say, becomes, show } = await openPlayer();
    const { page } = await visit();
    await enter(page, admin.key);
    const { id } = await say("Only if you like.", { noAutoplay: true });
    const button = page.getByRole("button", { name: /^Play the request from/ });
    await button.waitFor();
    // Requests are played in order.
    await becomes((await say("Played at once.")).id, "played");
    expect((await show(id)).state).toBe("ready");
    await button.focus();
    await page.keyboard.press("Enter");
    await becomes(id, "played");
  });

  it("skips a request and continues with the next", async () => {
    const { visit, admin, say, becomes } = await openPlayer();
    const { page } = await visit();
    await enter(page, admin.key);
    const long = await say("This is a very long story about nothing at all. ".repeat(10));
    // Whatever is ready first is played first, so a short sound must not overtake this one.
    await becomes(long.id, "ready");
    const next = await say("Next.");
    await page.getByRole("button", { name: "Skip" }).click();
    expect((await becomes(long.id, "failed")).error).toMatchObject({ message: "Skipped by the listener" });
    await becomes(next.id, "played");
  });

  it("plays each request in only one of two open pages", async () => {
    const { visit, admin, say, becomes } = await openPlayer();
    const [one, two] = [await visit(), await visit()];
    for (const [name, { page }] of Object.entries({ desk: one, couch: two })) {
      await enter(page, admin.key, name);
      await watch(page);
    }
    const ids: string[] = [];
    for (const word of ["One", "Two", "Three", "Four"]) ids.push((await say(`${word}.`)).id);
    const couch = await say("For the couch.", { clientId: "couch" });
    for (const id of ids) await becomes(id, "played");
    expect(await becomes(couch.id, "played")).toMatchObject({ playedBy: "couch" });
    expect([...(await noted(one.page)), ...(await noted(two.page))]).toHaveLength(5);
  });

  it("polls if events are not available", async () => {
    const { visit, client, say, becomes } = await openPlayer({ config, alone: true });
    const { page } = await visit();
    await enter(page, (await client(["audio:read", "audio:write"])).key);
    await becomes((await say("Hello.")).id, "played");
  });

  it("reports an unusable key and asks for another", async () => {
    const { visit, client } = await openPlayer();
    const { page } = await visit();
    const status = page.getByRole("status");
    for (const [key, words] of [
      [`rctx_${"x".repeat(43)}`, "not valid"],
      [(await client(["chats:read"])).key, "does not have the scope"],
    ] as const) {
      await page.getByLabel("Name of this client").fill("desk");
      await page.getByLabel("Key").fill(key);
      await page.keyboard.press("Enter");
      await until(async () => expect(await status.textContent()).toContain(words));
      await page.getByLabel("Key").waitFor();
    }
  });

  it("blocks foreign scripts and framing", async () => {
    const { gateway } = await openPlayer();
    const page = await gateway.fetch(new Request("http://localhost/audio/player"));
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
    );
    expect(policy).toMatch(/form-action 'none'; frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe/);
    expect((await gateway.fetch(new Request("http://localhost/audio/player", { method: "HEAD" }))).status).toBe(200);
    expect((await gateway.fetch(new Request("http://localhost/audio/player", { method: "POST" }))).status).toBe(405);
  });
});
