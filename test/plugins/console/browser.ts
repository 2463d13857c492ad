import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@postern/core";
import { type ListenOptions, listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { pathOf } from "../../run/programs.ts";

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: pathOf("chromium"), args: ["--no-sandbox"] });

/** A gateway over HTTP, until the test is finished. */
export async function serve(plugins: readonly Plugin[], options: Partial<ListenOptions> = {}) {
  const test = await testGateway({ plugins });
  const server = await listen(test.gateway, { port: 0, ...options });
  onTestFinished(async () => {
    await server.close();
    await test.stop();
  });
  return { ...test, url: server.url, close: () => server.close() };
}

/** Tabs of one person, which report what a browser complains about and every request to another host. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions & { key?: string; complaints?: string[] } = {},
) {
  const { key, complaints = [], ...others } = options;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...others });
  onTestFinished(() => context.close());
  if (key !== undefined)
    await context.addInitScript(
      `if (window === top && !sessionStorage.getItem("begun")) {
        sessionStorage.setItem("begun", "yes");
        sessionStorage.setItem("postern-key", ${JSON.stringify(key)});
        sessionStorage.setItem("postern-key-is-own", "false");
      }`,
    );
  const elsewhere: string[] = [];
  await context.route("**/*", (route) => {
    const requested = route.request().url();
    if (requested.startsWith(`${url}/`)) return route.continue();
    elsewhere.push(requested);
    return route.abort();
  });
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (line) => line.type() === "error" && complaints.push(`${line.text()} ${line.location().url}`));
    await page.goto(`${url}/console/${path}`);
    return page;
  };
  return { open, complaints, elsewhere };
}

/** What axe finds serious. Evaluated by the debugger, which the page's policy does not concern. */
export async function faultsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>("axe.run()");
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const SHOTS = fileURLToPath(new URL("../../../node_modules/.cache/postern/screenshots/", import.meta.url));

/** Keeps a picture of the page, for whoever wants to see what the tests saw. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}

export const LOOKS = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;
