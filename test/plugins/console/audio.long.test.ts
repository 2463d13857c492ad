import audio from "@postern/audio";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'"><b>bold</b>`;

describe.skipIf(!has("chromium"))("the audio page of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway with its console and the bundled speech engine, and a browser that is signed in. */
  async function start(options: BrowserContextOptions = {}) {
    const test = await serve([webConsole(), context(), events(), audio({ engine: "flite" })]);
    const visitor = await visit(browser, test.url, { ...options, key: test.admin.key });
    const page = await visitor.open("");
    const open = (path: string) => page.goto(`${test.url}/console/${path}`);
    const say = async (text: string, id: string) => {
      await test.gateway.call("audio.tts", { text, id }, { execute: true });
      await until(async () => expect((await show(id)).state).toBe("ready"));
    };
    const show = async (id: string) => (await test.gateway.call("audio.requests.show", { id })).request;
    return { ...test, ...visitor, page, open, say, show };
  }

  const soundOf = (page: Page) => page.locator("audio");

  /** The length of the sound in seconds, as soon as the browser knows it. */
  const lengthOf = (page: Page) =>
    page.evaluate(`new Promise((resolve) => {
      const audio = document.querySelector("audio");
      if (audio.readyState > 0) resolve(audio.duration);
      else audio.addEventListener("loadedmetadata", () => resolve(audio.duration));
    })`);

  /** Plays the end of the sound. */
  async function playEnd(page: Page) {
    await lengthOf(page);
    return page.evaluate(`new Promise((resolve, reject) => {
      const audio = document.querySelector("audio");
      audio.muted = true;
      audio.addEventListener("ended", () => resolve(audio.currentTime));
      audio.addEventListener("seeked", () => audio.play().catch(reject), { once: true });
      audio.currentTime = audio.duration - 0.3;
    })`);
  }

  it("speaks a text, and plays its sound from any position", async () => {
    const { page, open, gateway, complaints } = await start();
    await open("audio");
    await page.getByText("Nothing was spoken yet.").waitFor();
    await page.getByRole("button", { name: "Speak a text" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("The build is green, and nobody had to wake up.");
    await page.getByLabel("Voice").fill("slt");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await page
      .getByText(/Generate speech for 46 characters/)
      .first()
      .waitFor();
    expect((await gateway.call("audio.requests.list", {})).requests).toEqual([]);
    await page.getByRole("button", { name: "Execute" }).click();
    const details = page.getByRole("region", { name: "Request", exact: true });
    await details.getByText("ready", { exact: true }).waitFor();
    await soundOf(page).waitFor();

    expect(await lengthOf(page)).toBeGreaterThan(1);
    const reached = await playEnd(page);
    expect(reached).toBeGreaterThan(1);
    expect(await soundOf(page).getAttribute("src")).toMatch(/^blob:/);
    await details.getByText("played", { exact: true }).waitFor();
    await details.getByText(/by console-/).waitFor();
    expect((await gateway.call("audio.requests.list", {})).requests).toMatchObject([{ state: "played" }]);
    expect(complaints).toEqual([]);
  });

  it("leaves the report to the client that has claimed a request", async () => {
    const { page, open, say, show, gateway, complaints } = await start();
    await say("Tea is ready.", "tea");
    await open("audio/requests/tea");
    await soundOf(page).waitFor();
    await gateway.call("audio.requests.claim", { id: "tea", clientId: "desk" });
    const refused = page.waitForResponse((response) => response.url().endsWith("/audio/requests/claim"));
    await playEnd(page);
    expect((await refused).status()).toBe(409);
    expect((await show("tea")).state).toBe("ready");
    await gateway.call("audio.requests.ack", { id: "tea", clientId: "desk", state: "played" });
    const details = page.getByRole("region", { name: "Request", exact: true });
    await details.getByText("by desk").waitFor();
    expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
  });

  it("cancels, retries and removes a request", async () => {
    const { page, open, say, show, gateway, complaints } = await start();
    await say("Tea is ready.", "tea");
    await open("audio/requests/tea");
    const details = page.getByRole("region", { name: "Request", exact: true });
    await details.getByRole("button", { name: "Cancel" }).click();
    await details.getByText("cancelled", { exact: true }).waitFor();
    expect((await show("tea")).state).toBe("cancelled");
    await details.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Play the request tea again").first().waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await details.getByText("ready", { exact: true }).waitFor();
    await details.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Execute" }).click();
    await page.getByText("Nothing was spoken yet.").waitFor();
    expect((await gateway.call("audio.requests.list", {})).requests).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("shows requests of other clients without a reload, and hostile HTML as text", async () => {
    const { page, open, gateway, say, complaints } = await start();
    await open("audio");
    await page.getByText("Nothing was spoken yet.").waitFor();
    await say(HOSTILE, "hostile");
    await page.getByRole("link", { name: HOSTILE }).click();
    const details = page.getByRole("region", { name: "Request", exact: true });
    await details.getByText(HOSTILE).waitFor();
    await gateway.call("audio.requests.ack", { id: "hostile", clientId: "desk", state: "played" });
    await details.getByText("by desk").waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    await page.getByLabel("State").selectOption("failed");
    await page.getByText("No requests are failed.").waitFor();
    expect(await page.title()).toBe("Audio · Postern");
    expect(complaints).toEqual([]);
  });

  it("shows voices, and workers with the reason why one is stopped", async () => {
    const { page, open } = await start();
    await open("audio/voices");
    await page.getByRole("region", { name: "Voices" }).getByText("slt").first().waitFor();
    await page.getByRole("link", { name: "Workers" }).click();
    const workers = page.getByRole("list", { name: "Workers" });
    await workers.getByText("running").waitFor();
    await workers.getByText("stopped").waitFor();
    await workers.getByText(/credentials connections create/).waitFor();
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { page, open, say, complaints } = await start({ colorScheme, viewport: { width, height: 844 } });
    await say("The build is green, and nobody had to wake up.", "build");
    await say("Two new messages are waiting in the chat about the release.", "messages");
    for (const path of ["audio", "audio/voices", "audio/workers", "audio/requests/build"]) {
      await open(path);
      const ready = {
        audio: page.getByRole("link", { name: /Two new messages/ }),
        "audio/voices": page.getByRole("region", { name: "Voices" }),
        "audio/workers": page.getByText("running"),
        "audio/requests/build": soundOf(page),
      }[path];
      await ready?.waitFor();
      expect([path, await faultsIn(page)]).toEqual([path, []]);
      expect([path, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([path, true]);
      await picture(page, `${path.replaceAll("/", "-")}-${width}-${colorScheme}`);
    }
    await page.getByRole("button", { name: "Speak a text" }).click();
    await page.getByRole("textbox", { name: "Text" }).waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await picture(page, `audio-speak-${width}-${colorScheme}`);
    expect(complaints).toEqual([]);
  });
});
