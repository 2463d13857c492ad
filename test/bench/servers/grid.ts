/** Fills a base with ROW_COUNT rows where it is new, scrolls its grid in Chromium, and tells the frames a second. */
import { join } from "node:path";
import bases, { importFinished } from "@postern/bases";
import webConsole from "@postern/console";
import context from "@postern/context";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import events from "@postern/events";
import lmdb from "@postern/storage-lmdb";
import { chromium } from "playwright-core";
import { createStorage } from "unstorage";
import files from "unstorage/drivers/fs-lite";
import { folder } from "./ready.ts";

/** Pixels that are scrolled with each frame. */
const STEPS = { rest: 0, wheel: 40, flick: 600, drag: 6_000 };

interface Scrolled {
  readonly rate: number;
  readonly longest: number;
  readonly cells: number;
  readonly unread: number;
  readonly isScrolled: boolean;
}

const count = Number(process.env.ROW_COUNT);
const milliseconds = Number(process.env.SECONDS) * 1_000;
const gateway = createGateway({
  plugins: [webConsole(), context(), events(), bases()],
  storage: lmdb({ path: join(folder, "store") }),
  blobs: createStorage({ driver: files({ base: join(folder, "blobs") }) }),
});
await gateway.start();
// It also keeps the process while the rows are imported in the background.
const listening = await listen(gateway, { port: 0 });
if ((await gateway.call("bases.list", {})).total === 0) await fill();
const { base } = await gateway.call("bases.show", { base: "leads" });
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["*"] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(`
  sessionStorage.setItem("postern-key", ${JSON.stringify(key)});
  sessionStorage.setItem("postern-key-is-own", "false");
`);
await page.goto(`${listening.url}/console/bases/${base.id}`);
await page.getByText("Company 0", { exact: true }).waitFor();

const figures: Record<string, Scrolled> = {};
for (const [name, step] of Object.entries(STEPS)) {
  const scrolled = await scroll(step);
  if (scrolled.isScrolled !== step > 0) throw new Error(`${name}: the grid did not scroll as asked`);
  figures[name] = scrolled;
}
const begin = performance.now();
await page.getByRole("grid").focus();
await page.keyboard.press("Control+End");
await page.getByText(`Company ${count - 1}`, { exact: true }).waitFor();
const jumpMs = performance.now() - begin;
await browser.close();
await listening.close();
await gateway.stop();
process.stdout.write(`${JSON.stringify({ ...figures, jumpMs })}\n`);

/** Scrolls so many pixels with each frame, and back at the end. */
function scroll(step: number): Promise<Scrolled> {
  return page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector(".bases-scroller");
    let step = ${step}, frames = 0, unread = 0, moved = 0, longest = 0, before, begin;
    requestAnimationFrame(function frame(now) {
      begin ??= now;
      if (before !== undefined) {
        frames += 1;
        longest = Math.max(longest, now - before);
        if (grid.querySelector(".bases-unread")) unread += 1;
      }
      before = now;
      const top = grid.scrollTop;
      grid.scrollTop = top + step;
      if (grid.scrollTop === top) step = -step;
      else moved += 1;
      if (now - begin < ${milliseconds}) requestAnimationFrame(frame);
      else
        resolve({
          rate: frames / ((now - begin) / 1000),
          longest,
          cells: document.querySelectorAll("[role=gridcell]").length,
          unread: unread / frames,
          isScrolled: moved > frames / 2,
        });
    });
  })`);
}

async function fill(): Promise<void> {
  const stages = ["New", "Open", "Won"];
  await gateway.call("bases.create", {
    name: "leads",
    props: [
      { name: "Company", type: "text" },
      { name: "Worth", type: "number", config: { precision: 2 } },
      { name: "Stage", type: "status", config: { options: stages.map((name) => ({ name })) } },
      { name: "Paid", type: "checkbox" },
      { name: "Due", type: "date" },
      { name: "Site", type: "url" },
      { name: "Note", type: "text" },
    ],
  });
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `Company ${n},${n}.5,${stages[n % 3]},${n % 2 === 0},2026-0${1 + (n % 9)}-11,https://example.com/${n},A note on company ${n}`,
  );
  const content = `company,worth,stage,paid,due,site,note\n${lines.join("\n")}\n`;
  const finished = new Promise((resolve) => gateway.on(importFinished, resolve));
  await gateway.call("bases.rows.import", { base: "leads", format: "csv", content });
  await finished;
}
