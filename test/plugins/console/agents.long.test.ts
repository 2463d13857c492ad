import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import agents from "@postern/agents";
import agentx from "@postern/agentx";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import credentials from "@postern/credentials";
import events from "@postern/events";
import openapi from "@postern/openapi";
import responders from "@postern/responders";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const PROGRAM = fileURLToPath(new URL("../../../examples/coding-agent/agent.js", import.meta.url));
const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!has("chromium"))("the page of agents, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function start() {
    const workspace = mkdtempSync(join(tmpdir(), "postern-console-"));
    onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
    const coding = agentx({ workspace, agents: { demo: { command: process.execPath, args: [PROGRAM] } } });
    const test = await serve([
      webConsole(),
      context(),
      events(),
      openapi(),
      credentials(),
      chats(),
      agents(),
      coding,
      responders({ commands: { oracle: { command: process.execPath, args: ["-e", "console.log('Yes.')"] } } }),
    ]);
    const complaints: string[] = [];
    const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      (await visit(browser, test.url, { ...options, key: test.admin.key, complaints })).open(path);
    const { gateway } = test;
    /** An agent with a chat that has one message for it. */
    const ask = async (agentId: string, content: string): Promise<string> => {
      const { chat } = await gateway.call("chats.create", { title: "Tea", agentId });
      await gateway.call("chats.messages.create", { chatId: chat.id, actorId: "ann", clientMessageId: "1", content });
      return chat.id;
    };
    const turnOf = async (agent: string, status: "ready" | "claimed" | "failed"): Promise<string> =>
      (await until(async () => {
        const { turns } = await gateway.call("agents.turns.list", { agent, status });
        expect(turns).toHaveLength(1);
        return turns[0]?.id;
      })) as string;
    return { ...test, open, complaints, ask, turnOf };
  }

  it("creates an agent with the keyboard, edits, archives and restores it", async () => {
    const { gateway, open, complaints } = await start();
    const page = await open("agents");
    await page.getByText("postern agents create --id main --name Main").first().waitFor();
    await page.getByRole("button", { name: "New agent" }).press("Enter");
    await page.getByLabel("Id (required)").fill("main");
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByLabel("Instructions").fill("Answer briefly.");
    await page.getByLabel("Name").press("Enter");
    await page.getByRole("heading", { name: HOSTILE, level: 2 }).waitFor();
    expect(await page.locator("main img:not([alt=''])").count()).toBe(0);

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Model").fill("big-1");
    await page.getByLabel("Instructions").fill("");
    await page.getByText("More settings").click();
    await page.getByLabel("Debounce (ms)").fill("2000");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("2,000 ms").waitFor();
    const { agent } = await gateway.call("agents.show", { id: "main" });
    expect(agent).toMatchObject({ name: HOSTILE, model: "big-1", debounceMs: 2_000 });
    expect(agent).not.toHaveProperty("instructions");

    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await page.getByRole("combobox", { name: "State of agents" }).selectOption("Archived");
    await page.getByRole("link", { name: /main/ }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await until(async () => expect((await gateway.call("agents.list", {})).agents).toHaveLength(1));
    await gateway.call("agents.update", { id: "main", name: "Renamed elsewhere" });
    await page.getByRole("heading", { name: "Renamed elsewhere" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows a turn that fails, retries it, and shows its answer", async () => {
    const { gateway, open, ask, turnOf, complaints } = await start();
    await gateway.call("agents.create", { id: "main" });
    const page = await open("agents/turns");
    await page.getByText("No turns yet.").waitFor();
    await ask("main", HOSTILE);
    const turn = await turnOf("main", "ready");
    await page.getByRole("link", { name: /ready main/ }).click();
    await page.getByRole("list", { name: "Messages of the turn" }).getByText(HOSTILE).waitFor();

    const first = await gateway.call("agents.turns.claim", { agent: "main" });
    await page.locator(".badge", { hasText: "claimed" }).first().waitFor();
    const claim = { turn, claim: first.turn?.claim ?? "" };
    await gateway.call("agents.turns.fail", { ...claim, reason: "The kettle does not answer" });
    await page.getByText("The kettle does not answer").first().waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await turnOf("main", "ready");

    const second = await gateway.call("agents.turns.claim", { agent: "main" });
    await gateway.call("agents.turns.answer", { turn, claim: second.turn?.claim ?? "", content: "Yes, since noon." });
    const messages = page.getByRole("list", { name: "Messages of the turn" });
    await messages.getByText("Yes, since noon.").waitFor();
    await page.getByRole("combobox", { name: "State of turns" }).selectOption("failed");
    await page.getByText("No turn passes this filter.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("cancels a turn, and discards what an agent has not answered", async () => {
    const { gateway, open, ask, turnOf, complaints } = await start();
    await gateway.call("agents.create", { id: "main" });
    await ask("main", "One?");
    const turn = await turnOf("main", "ready");
    const page = await open(`agents/turns/${turn}`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByText(`Cancel the turn ${turn}`).first().waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.locator(".badge", { hasText: "discarded" }).first().waitFor();
    await ask("main", "Two?");
    await turnOf("main", "ready");
    await page.getByRole("link", { name: "main", exact: true }).click();
    await page.getByRole("button", { name: "Discard unanswered turns" }).click();
    await page.getByRole("dialog").getByText("Discard 1 messages that main has not answered").waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await until(async () =>
      expect((await gateway.call("agents.turns.list", { status: "discarded" })).turns).toHaveLength(2),
    );
    expect(complaints).toEqual([]);
  });

  it("creates a responder that answers, checks, edits, disables and removes it", async () => {
    const { gateway, open, ask, complaints } = await start();
    await gateway.call("agents.create", { id: "main", name: "Main" });
    const page = await open("agents/responders");
    await page.getByRole("button", { name: "New responder" }).click();
    await page.getByRole("button", { name: /Program/ }).click();
    await page.getByLabel("Id (required)").fill("oracle");
    await page.getByRole("checkbox", { name: "Main (main)" }).check();
    await page.getByLabel("Command (required)").fill("oracle");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "oracle" }).waitFor();
    const chatId = await ask("main", "Is the kettle on?");
    await until(async () =>
      expect((await gateway.call("chats.messages.list", { chatId })).messages).toMatchObject([{}, { actorId: "main" }]),
    );
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText(/^Runs /).waitFor();

    await page.getByRole("button", { name: "Set a budget" }).click();
    await page.getByLabel("Turns a day").fill("100");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("of 100").waitFor();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    expect((await gateway.call("responders.show", { id: "oracle" })).responder).toMatchObject({
      status: "disabled",
      budget: { turns: 100 },
      config: { command: "oracle" },
    });
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await until(async () => expect((await gateway.call("responders.list", {})).responders).toEqual([]));
    expect(complaints).toEqual([]);
  });

  it("sets, changes and removes the budgets of a responder and of an agent", async () => {
    const { gateway, open, complaints } = await start();
    await gateway.call("agents.create", { id: "main" });
    await gateway.call("responders.create", { id: "oracle", kind: "external", agents: ["main"] });
    const page = await open("agents/responders/oracle");
    const budget = page.getByRole("region", { name: "Budget" });
    const save = () => page.getByRole("button", { name: "Save" }).click();
    const stored = async () => (await gateway.call("responders.show", { id: "oracle" })).responder.budget;
    await budget.getByRole("button", { name: "Set a budget" }).click();
    await page.getByLabel("Turns a day").fill("many");
    await save();
    await page.getByRole("dialog").locator(".fault", { hasText: /./ }).waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
    await page.getByLabel("Turns a day").fill("40");
    await page.getByLabel("Cost a day").fill("2.5");
    await page.getByLabel("Price of input tokens").fill("0.5");
    await save();
    await budget.getByText("of 40").waitFor();
    await budget.getByText("of 2.5").waitFor();
    expect(await stored()).toEqual({ turns: 40, cost: 2.5, inputPrice: 0.5 });
    await budget.getByRole("button", { name: "Change the budget" }).click();
    await page.getByLabel("Turns a day").fill("");
    await save();
    await budget.getByText("of 40").waitFor({ state: "detached" });
    expect(await stored()).toEqual({ cost: 2.5, inputPrice: 0.5 });
    await budget.getByRole("button", { name: "Remove the budget" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await budget.getByRole("button", { name: "Set a budget" }).waitFor();
    expect((await stored()) ?? {}).toEqual({});

    await page.getByRole("link", { name: "main", exact: true }).click();
    const limits = async () => (await gateway.call("responders.budgets.list", {})).budgets;
    await budget.getByText("No limits.").waitFor();
    await budget.getByRole("button", { name: "Set a budget" }).click();
    await page.getByLabel("Turns a day").fill("7");
    await page.getByLabel("Tokens a day").fill("9000");
    await save();
    await budget.getByText("of 9,000").waitFor();
    expect(await limits()).toMatchObject([{ agent: "main", turns: 7, tokens: 9_000 }]);
    await budget.getByRole("button", { name: "Change the budget" }).click();
    expect(await page.getByLabel("Tokens a day").inputValue()).toBe("9000");
    await page.getByLabel("Tokens a day").fill("");
    await save();
    await budget.getByText("of 9,000").waitFor({ state: "detached" });
    expect((await limits())[0]).not.toHaveProperty("tokens");
    await budget.getByRole("button", { name: "Remove the budget" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await budget.getByText("No limits.").waitFor();
    expect(await limits()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("starts a coding agent, answers its requests, and follows its transcript", async () => {
    const { gateway, open, complaints } = await start();
    const page = await open("agents/coding");
    await page.getByRole("button", { name: "New session" }).click();
    await page.getByLabel("Prompt").fill(`say ${HOSTILE}\nedit notes.txt It works.`);
    await page.getByLabel("Title").fill("Notes");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByText("Start demo with a prompt").waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("heading", { name: "Notes" }).waitFor();
    const log = page.getByRole("log");
    await log.getByRole("article", { name: "Agent" }).getByText(HOSTILE).waitFor();
    const request = page.getByRole("article", { name: "Edit notes.txt" });
    await request.getByText("+ It works.").waitFor();
    await request.getByRole("button", { name: /allow/i }).first().click();
    await request.waitFor({ state: "detached" });

    const box = page.getByRole("textbox", { name: "Prompt for demo" });
    await box.fill("think hard\nplan one; two\ntool Boil water\nsay The kettle is on.");
    await box.press("Enter");
    await log.getByText("The kettle is on.", { exact: true }).waitFor();
    await log.getByRole("article", { name: "Plan" }).getByText("two").waitFor();
    await until(async () => expect(await box.inputValue()).toBe(""));
    await box.fill("hang");
    await box.press("Enter");
    await page.getByRole("button", { name: "Cancel the turn" }).click();
    await page.getByRole("button", { name: "Cancel the turn" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("agent is not running").waitFor();
    const { sessions } = await gateway.call("agentx.sessions.list", {});
    const { turns } = await gateway.call("agentx.turns.list", { session: sessions[0]?.id ?? "" });
    expect(turns.map((turn: { state?: string }) => turn.state)).toEqual(["done", "done", "cancelled"]);
    expect(complaints).toEqual([]);
  });

  it("shows the end of a long transcript first, and older messages on request", async () => {
    const { gateway, open, complaints } = await start();
    const prompt = Array.from({ length: 120 }, (_, at) => `tool Step ${at + 1}.`).join("\n");
    const { session } = await gateway.call("agentx.sessions.create", { agent: "demo", prompt }, { execute: true });
    await until(async () =>
      expect((await gateway.call("agentx.sessions.show", { session: session.id })).session).toMatchObject({
        status: "idle",
      }),
    );
    const page = await open(`agents/coding/${session.id}`);
    const log = page.getByRole("log");
    await log.getByText("Step 120.").waitFor();
    expect(await log.getByText("Step 1.", { exact: true }).count()).toBe(0);
    await log.getByRole("button", { name: "Older messages" }).dispatchEvent("click");
    await log.getByText("Step 1.", { exact: true }).waitFor({ state: "attached" });
    expect(await log.getByRole("article").count()).toBe(121);
    expect(complaints).toEqual([]);
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { gateway, open, ask, turnOf, complaints } = await start();
    const instructions =
      "You answer questions about the kitchen. Be brief, and never promise what the kettle cannot do.";
    await gateway.call("agents.create", { id: "main", name: "Main", model: "big-1", instructions });
    await gateway.call("agents.create", { id: "night", name: "مساعد الليل", debounceMs: "2000" });
    await gateway.call("responders.create", {
      id: "oracle",
      kind: "external",
      agents: ["main"],
      budget: { turns: "40" },
    });
    await ask("main", "Is the kettle on? お茶の準備はできましたか。");
    const turn = await turnOf("main", "ready");
    const claimed = await gateway.call("agents.turns.claim", { agent: "main" });
    const reason = "The model is overloaded and does not answer";
    await gateway.call("agents.turns.fail", { turn, claim: claimed.turn?.claim ?? "", reason });
    const prompt =
      "think The file has to be changed\nplan Read the notes; Change them\ntool Read notes.txt\nsay Now I change the notes.\nedit notes.txt It works.";
    const coding = { agent: "demo", title: "Change the notes", prompt };
    const { session } = await gateway.call("agentx.sessions.create", coding, { execute: true });
    await until(async () =>
      expect((await gateway.call("agentx.sessions.show", { session: session.id })).session).toMatchObject({
        status: "waiting",
      }),
    );
    const page = await open("agents", { colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });
    await page.getByRole("link", { name: /مساعد الليل/ }).waitFor();
    const look = async (name: string): Promise<void> => {
      await picture(page, `agents-${name}-${width}-${colorScheme}`);
      expect([name, await faultsIn(page)]).toEqual([name, []]);
      expect([name, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, true]);
    };
    await look("list");
    const pages = [
      ["agent", "list/main", "The model is overloaded"],
      ["turns", "turns", "The model is overloaded"],
      ["turn", `turns/${turn}`, "お茶の準備"],
      ["responder", "responders/oracle", "of 40"],
      ["sessions", "coding", "Change the notes"],
      ["session", `coding/${session.id}`, "Now I change the notes."],
    ] as const;
    for (const [name, path, text] of pages) {
      await page.goto(new URL(`/console/agents/${path}`, page.url()).href);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      await look(name);
    }
    await page.goto(new URL("/console/agents/responders", page.url()).href);
    await page.getByRole("button", { name: "New responder" }).click();
    await page.getByRole("button", { name: /OpenAI/ }).waitFor();
    await look("kinds");
    await page.getByRole("button", { name: /OpenAI/ }).click();
    await page.getByLabel("Base URL (required)").waitFor();
    await look("new-responder");
    expect(complaints).toEqual([]);
  });
});
