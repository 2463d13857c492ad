import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import {
  defineCommand,
  defineError,
  defineGroup,
  definePlugin,
  defineQuery,
  type Plugin,
  type PluginPage,
  T,
} from "@postern/core";
import events from "@postern/events";
import { definePage } from "@postern/kit/console";
import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { serve, visit } from "./browser.ts";

const kettle = defineGroup("kettle", { title: "Kettle" });

const boil = defineCommand(kettle, {
  id: "kettle.boil",
  summary: "Boil water",
  input: T.Object({ cups: T.Integer({ minimum: 1, maximum: 6, description: "Number of cups" }) }),
  output: T.Object({ boiled: T.Integer({ description: "Number of cups" }) }),
  effect: "destroy",
  plan: async (_, { cups }) => ({ summary: `Boil ${cups} cups`, cups }),
  execute: async (_, { cups }) => ({ boiled: cups }),
});

const NotPaid = defineError("kettle.not_paid", {
  status: 401,
  title: "Not paid",
  data: T.Object({}),
  message: () => "The supplier of water does not accept the key.",
});

/** Fails with the status of a key that is not valid, for a reason of its own. */
const supply = defineQuery(kettle, {
  id: "kettle.supply",
  summary: "Show the supply of water",
  input: T.Object({}),
  output: T.Object({}),
  errors: [NotPaid],
  run: () => {
    throw NotPaid({});
  },
});

/** A plugin with a page whose module is this script. */
export function withPage(script: string, more: Partial<PluginPage> = {}, version = "1.0.0"): Plugin {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "page.js"), script);
  const files = pathToFileURL(`${folder}/`);
  const page = definePage({ name: "main", title: "Kettle", files, module: "page.js", ...more });
  return definePlugin(kettle, { version, operations: [boil, supply], pages: [page] })();
}

/** The viewer lets a page of a plugin open for the first time. */
export const allow = (page: Page): Promise<void> => page.getByRole("button", { name: "Open the page" }).click();

export const inFrame = (page: Page) => page.frameLocator("iframe.plugin-frame");

/** The console with a page of a plugin, opened and allowed. */
export async function openPage(browser: Browser, script: string, more: Partial<PluginPage> = {}) {
  const test = await serve([webConsole(), context(), events(), chats(), withPage(script, more)]);
  const visitor = await visit(browser, test.url, { key: test.admin.key });
  const page = await visitor.open("plugins/kettle/main");
  await allow(page);
  return { ...test, ...visitor, page };
}
