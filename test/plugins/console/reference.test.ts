import webConsole from "@postern/console";
import context from "@postern/context";
import openapi from "@postern/openapi";
import reference from "@postern/reference";
import { expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { launch, serve, visit } from "./browser.ts";

const inChromium = it.skipIf(!has("chromium"));

inChromium("opens the reference, signed in, in Chromium (needs it installed)", async () => {
  const browser = await launch();
  onTestFinished(() => browser.close());
  const { admin, url } = await serve([webConsole(), context(), openapi(), reference()]);
  const { open, complaints } = await visit(browser, url, { key: admin.key });
  const page = await open("call/context.derive");
  await page.getByRole("link", { name: "Reference and code samples" }).click();
  const operation = page.locator("section[id$='tag/context/POST/api/v1/context/derive']");
  await operation.getByText("curl -X POST").first().waitFor();
  expect(complaints).toEqual([]);
});

inChromium("has no link to a reference that is not there, in Chromium (needs it installed)", async () => {
  const browser = await launch();
  onTestFinished(() => browser.close());
  const { admin, url } = await serve([webConsole(), context(), openapi()]);
  const { open } = await visit(browser, url, { key: admin.key });
  const page = await open("call/context.derive");
  await page.getByRole("button", { name: "Show the plan" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Reference and code samples" }).count()).toBe(0);
});
