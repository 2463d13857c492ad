import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import widgets from "@postern/widgets";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'">`;

const pageWith = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>
`;

describe.skipIf(!has("chromium"))("the widgets of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway whose workspace contains the files, and a browser that is signed in. */
  async function start(files: Record<string, string>, options: BrowserContextOptions = {}) {
    const workspace = mkdtempSync(join(tmpdir(), "widgets-"));
    onTestFinished(() => rmSync(workspace, { recursive: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    const test = await serve([webConsole(), context(), events(), widgets({ workspace })]);
    const visitor = await visit(browser, test.url, { ...options, key: test.admin.key });
    const page = await visitor.open("widgets");
    const publish = (dir: string, more = {}) =>
      test.gateway.call("widgets.publish", { dir, ...more }, { execute: true });
    return { ...test, ...visitor, page, workspace, publish };
  }

  const inWidget = (page: Page) => page.frameLocator("iframe").frameLocator("iframe");
  /** Does something that shows another widget, and waits for its frame: whoever looks into the old one meets its end. */
  const another = (page: Page, act: () => Promise<unknown>) =>
    Promise.all([
      page.waitForEvent("framenavigated", (frame) => frame.parentFrame()?.parentFrame() === page.mainFrame()),
      act(),
    ]);

  it("shows a widget in its sandbox, and restores an earlier version after its plan", async () => {
    const { page, publish, workspace, gateway, complaints, elsewhere } = await start({
      "clock/widget.html": pageWith("Small clock", "<script>document.body.dataset.ran = 'yes'</script>"),
      "clock/widget.json": JSON.stringify({ name: HOSTILE, description: HOSTILE }),
    });
    await page.getByText("No widgets yet.").waitFor();
    await publish("clock", { note: HOSTILE });
    await page.getByRole("link", { name: HOSTILE }).click();
    await inWidget(page).getByRole("heading", { name: "Small clock" }).waitFor();
    expect(await inWidget(page).locator("body").getAttribute("data-ran")).toBe("yes");

    writeFileSync(join(workspace, "clock/widget.html"), pageWith("Big clock", ""));
    await another(page, () => publish("clock"));
    await inWidget(page).getByRole("heading", { name: "Big clock" }).waitFor();
    await another(page, () => page.getByRole("button", { name: "Version 1" }).click());
    await inWidget(page).getByRole("heading", { name: "Small clock" }).waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("Restore version 1 of org/clock as version 3").waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("restores version 1").waitFor();
    expect((await gateway.call("widgets.show", { ref: "org/clock" })).item.version).toBe(3);
    expect(await page.title()).toBe(`${HOSTILE} · Postern`);
    expect(await page.locator("main img").count()).toBe(0);
    // Browsers without it report that they ignore this directive of widgets.
    expect([complaints.filter((line) => !line.includes("'webrtc'")), elsewhere]).toEqual([[], []]);
  });

  it("publishes a folder from the person's machine after a check", async () => {
    const { page, gateway } = await start({});
    const folder = mkdtempSync(join(tmpdir(), "folder-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dir = join(folder, "dial");
    mkdirSync(join(dir, "js"), { recursive: true });
    mkdirSync(join(dir, "node_modules"));
    writeFileSync(join(dir, "widget.html"), pageWith("Dial", "<script>let = ;</script>"));
    writeFileSync(join(dir, "js/large.js"), `let a = "${"x".repeat(2_500_000)}";`);
    writeFileSync(join(dir, "empty.css"), "");
    writeFileSync(join(dir, "node_modules/left-out.js"), "");
    await page.getByRole("button", { name: "Publish a widget" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish a widget" });
    await dialog.getByLabel("Folder of the widget").setInputFiles(dir);
    await dialog.getByText("The check found errors.").waitFor();
    expect(await dialog.getByRole("button", { name: "Publish", exact: true }).isDisabled()).toBe(true);

    writeFileSync(join(dir, "widget.html"), pageWith("Dial", ""));
    await dialog.getByLabel("Folder of the widget").setInputFiles(dir);
    await dialog.getByText("The check found nothing.").waitFor();
    await dialog.getByLabel("Name").fill("A dial");
    await dialog.getByLabel("Note").fill("The first one");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.waitForURL("**/console/widgets/org/dial");
    await inWidget(page).getByRole("heading", { name: "Dial" }).waitFor();
    const { item, files, version } = await gateway.call("widgets.show", { ref: "org/dial" });
    expect([item.name, version.note]).toEqual(["A dial", "The first one"]);
    expect(files.map(({ path, bytes }: { path: string; bytes: number }) => [path, bytes > 2_000_000])).toEqual([
      ["empty.css", false],
      ["js/large.js", true],
      ["widget.html", false],
    ]);
  });

  it("archives a widget and restores it", async () => {
    const { page, publish, gateway } = await start({ "clock/widget.html": pageWith("Clock", "") });
    await publish("clock");
    await page.getByRole("link", { name: "clock" }).click();
    await page.getByRole("button", { name: "Actions for clock" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByText("An archived widget is not served.").waitFor();
    await page.getByRole("link", { name: "All widgets" }).click();
    await page.getByText("No widgets yet.").waitFor();
    await page.getByRole("link", { name: "Archived" }).click();
    await page.getByRole("link", { name: "clock" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await inWidget(page).getByRole("heading", { name: "Clock" }).waitFor();
    expect((await gateway.call("widgets.show", { ref: "org/clock" })).item.archived).toBe(false);
  });

  it.each(LOOKS)("is accessible and fits ($width px, $colorScheme)", async ({ colorScheme, width }) => {
    const files = {
      "clock/widget.html": pageWith("Clock", "<p>12:00</p>"),
      "clock/widget.json": '{"name":"Wall clock","description":"The time in the office, with a second hand."}',
      "weather/widget.html": pageWith("Weather", ""),
      "weather/widget.json": '{"name":"Weather","kind":"report","externalAllowed":true}',
    };
    const { page, publish } = await start(files, { colorScheme, viewport: { width, height: 900 } });
    await publish("clock", { note: "Larger digits" });
    await publish("weather");
    await page.getByRole("link", { name: "Wall clock" }).waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await picture(page, `widgets-${width}-${colorScheme}`);
    await page.getByRole("link", { name: "Wall clock" }).click();
    await inWidget(page).getByText("12:00").waitFor();
    await page.getByText("Larger digits").waitFor();
    // A widget that declares no colors has black text, so its sheet is white in the dark too.
    expect(await page.evaluate("getComputedStyle(document.querySelector('iframe')).backgroundColor")).toBe(
      "rgb(255, 255, 255)",
    );
    expect(await faultsIn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await picture(page, `widget-${width}-${colorScheme}`);
  });
});
