import bases from "@postern/bases";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import { expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { launch, serve, visit } from "./browser.ts";

const inChromium = it.skipIf(!has("chromium"));

inChromium("the consoleUrl of an answer shows the page, in Chromium (needs it installed)", async () => {
  const browser = await launch();
  onTestFinished(() => browser.close());
  const address = "https://gateway.example.com";
  const { admin, gateway, url } = await serve([webConsole(), context(), events(), bases({ address })]);
  const { consoleUrl = "" } = await gateway.call("bases.create", { name: "Leads" });
  expect(consoleUrl.startsWith(`${address}/console/bases/base_`)).toBe(true);
  const { open } = await visit(browser, url, { key: admin.key });
  const page = await open(consoleUrl.slice(`${address}/console/`.length));
  await page.getByRole("heading", { name: "Leads" }).waitFor();
});
