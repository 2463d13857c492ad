import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import hooks from "@postern/hooks";
import openapi from "@postern/openapi";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { startReceiver } from "../hooks/receiver.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!has("chromium"))("the page of schedules, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function start() {
    const test = await serve([
      webConsole(),
      context(),
      events(),
      openapi(),
      chats(),
      schedules(),
      rules(),
      hooks({ hooksPrivate: true }),
    ]);
    const complaints: string[] = [];
    const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      (await visit(browser, test.url, { ...options, key: test.admin.key, complaints })).open(path);
    const chatTitles = async (): Promise<(string | undefined)[]> =>
      (await test.gateway.call("chats.list", {})).chats.map(({ title }: { title?: string }) => title);
    return { ...test, open, complaints, chatTitles };
  }

  it("creates a schedule with a preview, runs it, edits, disables and removes it", async () => {
    const { gateway, open, complaints, chatTitles } = await start();
    const page = await open("schedules");
    await page.getByText("No schedules yet.").waitFor();
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("Name (required)").fill(HOSTILE);
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByRole("textbox", { name: "Cron expression" }).fill("0 9 * * 1");
    await page.getByRole("list", { name: "Next times" }).getByText("09:00:00").first().waitFor();
    await page.getByLabel("Operation (required)").fill("chats.create");
    await page.getByText("More fields of this operation").click();
    await page.getByLabel("title", { exact: true }).fill("Tea {{run.id}}");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: HOSTILE, level: 2 }).waitFor();
    expect(await page.locator("main img[src=x]").count()).toBe(0);
    const [schedule] = (await gateway.call("schedules.list", {})).schedules;
    expect(schedule).toMatchObject({
      when: { cron: "0 9 * * 1" },
      timezone: "Europe/Berlin",
      action: { operation: "chats.create", input: { title: "Tea {{run.id}}" } },
    });
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("list", { name: "Last runs" }).getByText("done", { exact: true }).waitFor();
    expect(await chatTitles()).toEqual([expect.stringMatching(/^Tea entry_/)]);

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("combobox", { name: "Times" }).selectOption("Interval");
    await page.getByRole("textbox", { name: "Interval" }).fill("2h");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("definition").getByText("every 2h").waitFor();
    const id = schedule?.id ?? "";
    const changed = (await gateway.call("schedules.show", { id })).schedule;
    expect(changed).toMatchObject({ when: { every: "2h" }, action: { input: { title: "Tea {{run.id}}" } } });
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).click();
    await gateway.call("schedules.update", { id, name: "Renamed elsewhere" });
    await page.getByRole("heading", { name: "Renamed elsewhere" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("No schedules yet.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows why times are refused, and keeps the entered text", async () => {
    const { open } = await start();
    const page = await open("schedules");
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("Name (required)").fill("Tea");
    await page.getByRole("textbox", { name: "Cron expression" }).fill("99 9 * * 1");
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await page.getByLabel("Name (required)").inputValue()).toBe("Tea");
  });

  it("sets, changes and removes the last time of a schedule, and keeps its intervals", async () => {
    const { gateway, open, complaints } = await start();
    const page = await open("schedules");
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("Name (required)").fill("Tea");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByRole("combobox", { name: "Times" }).selectOption("Interval");
    await page.getByRole("textbox", { name: "Interval" }).fill("7h");
    await page.getByLabel("Until").fill("2030-06-01T18:30");
    await page.getByLabel("Operation (required)").fill("chats.create");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Tea", level: 2 }).waitFor();
    const stored = async () => (await gateway.call("schedules.list", {})).schedules[0];
    const { id = "", when } = (await stored()) ?? {};
    expect((await stored())?.until).toBe(Date.parse("2030-06-01T18:30+02:00"));

    await page.getByRole("button", { name: "Edit" }).click();
    expect(await page.getByLabel("Until").inputValue()).toBe("2030-06-01T18:30");
    await page.getByLabel("Until").fill("2031-01-01T12:00");
    await page.getByRole("button", { name: "Save" }).click();
    await until(async () => expect((await stored())?.until).toBe(Date.parse("2031-01-01T12:00+01:00")));
    await page.getByTitle(/2031/).waitFor();
    expect((await gateway.call("schedules.show", { id })).schedule.when).toEqual(when);

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Until").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await until(async () => expect(await stored()).not.toHaveProperty("until"));
    expect(complaints).toEqual([]);
  });

  it("keeps templates in fields with a choice, numbers and JSON, and writes them", async () => {
    const { gateway, open, complaints } = await start();
    const input = {
      id: "{{event.data.schedule}}",
      missed: "{{event.data.missed}}",
      jitterMs: { $: "event.data.jitter" },
      when: { $: "event.data.when" },
    };
    const { rule } = await gateway.call("rules.create", {
      name: "Answer",
      on: { types: ["chats.chat.created"] },
      action: { operation: "schedules.update", input },
    });
    const stored = async () => (await gateway.call("rules.show", { id: rule.id })).rule.action.input;
    const page = await open(`schedules/rules/${rule.id}`);
    const missed = page.getByLabel("missed", { exact: true });
    const edit = () => page.getByRole("button", { name: "Edit" }).click();
    const save = () => page.getByRole("button", { name: "Save" }).click();
    await edit();
    expect(await missed.inputValue()).toBe("{{event.data.missed}}");
    expect(await page.getByLabel("jitterMs").inputValue()).toBe("{{event.data.jitter}}");
    await page.getByLabel("name", { exact: true }).fill("Tea");
    await save();
    await until(async () => expect(await stored()).toEqual({ ...input, name: "Tea" }));

    await page.getByText('"name": "Tea"').waitFor();
    await edit();
    await page.getByRole("button", { name: "Choose a value" }).click();
    await missed.selectOption("all");
    await page.getByLabel("when", { exact: true }).fill('{"every":"{{event.data.every}}"}');
    await save();
    await until(async () =>
      expect(await stored()).toMatchObject({ missed: "all", when: { every: "{{event.data.every}}" } }),
    );
    await page.getByText('"missed": "all"').waitFor();
    await edit();
    await missed.selectOption("Template…");
    await page.locator("input:focus").waitFor();
    expect(await missed.inputValue()).toBe("{{event.subject}}");
    await page.keyboard.type("{{event.data.kind}}");
    await save();
    await until(async () => expect(await stored()).toMatchObject({ missed: "{{event.data.kind}}" }));
    expect(complaints).toEqual([]);
  });

  it("shows invalid JSON at its field, and does not save it", async () => {
    const { gateway, open, complaints } = await start();
    const page = await open("schedules/rules");
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByLabel("Name (required)").fill("Tea");
    await page.getByLabel("After these events (required)").fill("chats.chat.created");
    await page.getByLabel("Operation (required)").fill("schedules.update");
    await page.getByLabel("id (required)", { exact: true }).fill("{{event.data.schedule}}");
    await page.getByText("More fields of this operation").click();
    const field = page.getByLabel("when", { exact: true });
    await field.fill('{"every":');
    await page.getByText(/must be JSON: /).waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const create = page.getByRole("button", { name: "Create", exact: true });
    expect(await create.isDisabled()).toBe(true);
    await field.fill('{"every":"1h"}');
    await create.click();
    await page.getByRole("heading", { name: "Tea", level: 2 }).waitFor();
    const [rule] = (await gateway.call("rules.list", {})).rules;
    expect(rule?.action.input).toEqual({ id: "{{event.data.schedule}}", when: { every: "1h" } });

    await page.getByText("Test with an event").click();
    await page.getByLabel("Data (as JSON)").fill("{");
    await page.getByText(/must be JSON: /).waitFor();
    expect(await page.getByRole("button", { name: "Test", exact: true }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("creates a rule, tests it, sees it run, edits and removes it", async () => {
    const { gateway, open, complaints, chatTitles } = await start();
    const page = await open("schedules/rules");
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByLabel("Name (required)").fill("Second chat");
    await page.getByLabel("After these events (required)").fill("chats.chat.created");
    await page.getByLabel("Condition").fill('event.data.chat.title == "First"');
    await page.getByLabel("Operation (required)").fill("chats.create");
    await page.getByText("More fields of this operation").click();
    await page.getByLabel("title", { exact: true }).fill("After {{event.data.chat.title}}");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Second chat", level: 2 }).waitFor();

    await page.getByText("Test with an event").click();
    await page.getByLabel("Data (as JSON)").fill('{"chat":{"title":"First"}}');
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("The rule would run.").waitFor();
    await page.getByLabel("Data (as JSON)").fill('{"chat":{"title":"Other"}}');
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("The rule would not run.").waitFor();

    await gateway.call("chats.create", { title: "First" });
    await page.getByRole("list", { name: "Last runs" }).getByText("done", { exact: true }).waitFor();
    expect((await chatTitles()).toSorted()).toEqual(["After First", "First"]);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByText("More settings").click();
    await page.getByLabel("Maximum runs").fill("5");
    await page.getByLabel("Period of these runs (ms)").fill("60000");
    await page.getByLabel("Condition").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("5 runs in 60,000 ms").waitFor();
    const [rule] = (await gateway.call("rules.list", {})).rules;
    expect(rule).toMatchObject({ when: { rate: { count: 5, perMs: 60_000 } }, on: { types: ["chats.chat.created"] } });
    expect(rule?.on).not.toHaveProperty("filter");
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("No rules yet.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("creates a webhook with a secret that is shown once, tests and rotates it", async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(204).end());
    const { gateway, open, complaints } = await start();
    const page = await open("schedules/hooks");
    await page.getByRole("link", { name: "Webhooks", exact: true }).waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByLabel("Url (required)").fill(receiver.url);
    await page.getByLabel("Events (required)").fill("chats.**");
    await page.getByLabel("Description").fill(HOSTILE);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const secret = page.getByRole("status", { name: "Secret" });
    const first = (await secret.textContent()) ?? "";
    expect(first).toMatch(/^whsec_/);
    await page.keyboard.press("Escape");
    await page.getByText("The secret has not been copied.").waitFor();
    await page.getByRole("button", { name: "Close without copying" }).click();
    await secret.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(first);
    await page.getByRole("heading", { name: HOSTILE, level: 2 }).waitFor();

    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await receiver.got(1);
    await page.getByRole("list", { name: "Last deliveries" }).getByText("done", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("button", { name: "Create the new secret" }).click();
    expect(await secret.textContent()).not.toBe(first);
    await page.getByRole("button", { name: "Copy the secret" }).click();
    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await until(async () => expect((await gateway.call("hooks.list", {})).hooks).toEqual([]));
    expect(complaints).toEqual([]);
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { gateway, open, complaints } = await start();
    const action = { operation: "chats.create", input: { title: "Morning, {{run.id}}", tags: ["daily"] } };
    const { schedule } = await gateway.call("schedules.create", {
      name: "Morning chat",
      when: { cron: "0 9 * * 1-5" },
      timezone: "Europe/Berlin",
      action,
    });
    await gateway.call("schedules.create", { name: "كل ساعتين", when: { every: "2h" }, action });
    await gateway.call("schedules.run", { id: schedule.id });
    const { rule } = await gateway.call("rules.create", {
      name: "Second chat",
      on: { types: ["chats.chat.created"], filter: 'event.data.chat.title == "First"' },
      action,
      when: { quietTime: { from: "22:00", to: "07:00", timezone: "Europe/Berlin" } },
    });
    const { hook } = await gateway.call("hooks.create", {
      url: "https://example.com/postern",
      types: ["chats.**"],
      description: "Release notes",
    });
    const page = await open("schedules", { colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });
    await page.getByText("Morning chat").first().waitFor();
    const look = async (name: string): Promise<void> => {
      await picture(page, `schedules-${name}-${width}-${colorScheme}`);
      expect([name, await faultsIn(page)]).toEqual([name, []]);
      expect([name, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, true]);
    };
    await look("list");
    for (const [name, path, text] of [
      ["schedule", `list/${schedule.id}`, "Monday"],
      ["rule", `rules/${rule.id}`, "22:00"],
      ["hook", `hooks/${hook.id}`, "https://example.com/postern"],
    ] as const) {
      await page.goto(new URL(`/console/schedules/${path}`, page.url()).href);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      await look(name);
    }
    await page.goto(new URL("/console/schedules", page.url()).href);
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByRole("textbox", { name: "Cron expression" }).fill("0 9 * * 1-5");
    await page.getByLabel("Operation (required)").fill("chats.messages.create");
    await page.getByLabel("chatId").waitFor();
    await page.getByRole("list", { name: "Next times" }).waitFor();
    await look("new-schedule");
    expect(complaints).toEqual([]);
  });
});
