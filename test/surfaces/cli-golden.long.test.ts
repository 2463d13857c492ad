import { describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal, runInTerminal } from "./terminal.ts";

const CTRL_C = "\u0003";

/** A progress line, which appears only if a command takes longer than a second. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it ends with a command to the terminal
const PROGRESS = /\r[^\r\n]*?\u001b\[K/g;

/** A warning that appears only on a busy machine. */
const BLOCKED = /^.*The event loop was blocked.*\n/gm;

/** The text without what differs in each run: keys, ids, times and the widths that depend on them. */
const golden = (text: string, { home }: { home: string }): string =>
  text
    .replaceAll(PROGRESS, "")
    .replaceAll(BLOCKED, "")
    .replaceAll(home, "~")
    .replaceAll(/\brctx_[\w-]{43}/g, "KEY")
    .replaceAll(/(?<=#ticket=)\S+/g, "TICKET")
    .replaceAll(/(?<=_)[0-9a-f]{24,}/g, "DIGITS")
    .replaceAll(/\b[0-9a-f]{14}$/gm, "DIGITS")
    .replaceAll(/(?<=^| {2})[0-9a-f]{8,14}(?=$| {2})/gm, "ID")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "YYYY-MM-DD hh:mm")
    .replaceAll(/\b\d+ (s|min) ago|\bnow\b/g, "AGO")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/(many )+\w*…/g, "many …")
    .replaceAll(/(?<=\S) {2,}/g, "  ")
    .replaceAll(/[^\S\n]+$/gm, "");

const NO_COLOR = { NO_COLOR: "1" };

describe.skipIf(!has("script"))("the first commands in a terminal (needs script)", () => {
  it("init creates the data folder and shows the key once", async () => {
    const user = newUser();
    const { code, text } = await runInTerminal(user, "postern init", NO_COLOR);
    expect(code).toBe(0);
    expect(golden(text, user)).toMatchInlineSnapshot(`
      "Initialised ~/data. The admin key below is saved for this command line and shown only once:
      KEY
      "
    `);
  });

  it("start serves until Ctrl-C", async () => {
    const user = newUser();
    const terminal = openTerminal(user, "exec postern start --port 0", NO_COLOR);
    await until(() => expect(terminal.seen()).toContain("Try it"));
    terminal.type(CTRL_C);
    const { code, text } = await terminal.ended;
    expect(code).toBe(0);
    expect(golden(text, user)).toMatchInlineSnapshot(`
      "Postern is listening on http://127.0.0.1:PORT

      Open the console, signed in. This address works once, within five minutes:
        http://127.0.0.1:PORT/console/#ticket=TICKET

      Your admin key, which is shown only once:
        KEY

      Try it in another terminal:
        curl -X POST http://127.0.0.1:PORT/api/v1/context/whoami -H 'authorization: Bearer KEY'
      Stopping after the requests in progress. Press Ctrl-C again to stop immediately.
      "
    `);
  });

  it("chats and messages are created and listed", async () => {
    const user = newUser();
    await user.run("init");
    const run = async (command: string) => {
      const { code, text } = await runInTerminal(user, command, NO_COLOR);
      expect(code).toBe(0);
      return golden(text, user);
    };
    expect(await run("postern chats list")).toBe("No chats\n");
    expect(await run("postern chats create --title Tea")).toMatchInlineSnapshot(`
      "chat:
        id: chat_DIGITS
        kind: dm
        title: Tea
        createdAt: YYYY-MM-DD hh:mm
        updatedAt: YYYY-MM-DD hh:mm
      disposition: created
      "
    `);
    await user.run("chats", "create", "--title", "日本茶 🍵 と緑茶", "--kind", "room");
    expect(await run("postern chats list")).toMatchInlineSnapshot(`
      "id  title  kind  updatedAt
      ID  日本茶 🍵 と緑茶  room  AGO
      ID  Tea  dm  AGO
      2 of 2
      "
    `);
    const { chats } = await user.json("chats", "list");
    const chat = chats[0].id;
    const message = `--chatId ${chat} --actorId anna --clientMessageId m1`;
    expect(await run(`postern chats messages create ${message} --content 'Hello 世界'`)).toMatchInlineSnapshot(`
      "clientMessageId: m1
      disposition: created
      message:
        id: msg_DIGITS
        chatId: chat_DIGITS
        actorId: anna
        actorType: actor
        clientMessageId: m1
        content:
          text: Hello 世界
        createdAt: YYYY-MM-DD hh:mm
        ingestedAt: YYYY-MM-DD hh:mm
        updatedAt: YYYY-MM-DD hh:mm
        revision: 1
        sortKey: DIGITS
        state: created
      messageId: msg_DIGITS
      "
    `);
    expect(await run(`postern chats messages list --chatId ${chat}`)).toMatchInlineSnapshot(`
      "createdAt  actorId  content  state  id
      YYYY-MM-DD hh:mm  anna  Hello 世界  created  ID
      1 of 1
      "
    `);
  });

  it("tasks and rows are listed", async () => {
    const user = newUser();
    await user.run("init");
    await user.run("tasks", "create", "--title", "Buy soil", "--priority", "high");
    await user.run("tasks", "create", "--title", `Plant ${"many ".repeat(30)}trees`);
    const tasks = await runInTerminal(user, "postern tasks list", NO_COLOR);
    expect(golden(tasks.text, user)).toMatchInlineSnapshot(`
      "id  title  status  priority  updatedAt
      ID  Plant many …  open  normal  AGO
      ID  Buy soil  open  high  AGO
      2 of 2
      "
    `);
    const props = ["Company", "Worth"].flatMap((name) => ["--props", JSON.stringify({ name, type: "text" })]);
    await user.run("bases", "create", "--name", "Leads", "--slug", "leads", ...props);
    await user.run("bases", "rows", "create", "--base", "leads", "--values", '{"worth":"7"}');
    await user.run("bases", "rows", "create", "--base", "leads", "--values", '{"company":"株式会社","worth":"12"}');
    const rows = await runInTerminal(user, "postern bases rows list --base leads", NO_COLOR);
    expect(golden(rows.text, user)).toMatchInlineSnapshot(`
      "id  company  worth
      ID  -  7
      ID  株式会社  12
      2 of 2
      "
    `);
  });

  it("service status and help are readable", async () => {
    const user = newUser();
    await user.run("init");
    const status = await runInTerminal(user, "postern service status", NO_COLOR);
    expect(golden(status.text, user)).toMatch(/^status +ok\nversion +/);
    expect(golden(status.text, user)).toMatch(/\nqueues +0 waiting, \d running, 0 dead\n/);
    const help = await runInTerminal(user, "postern help chats", NO_COLOR);
    expect(help.text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(help.text).toMatch(/postern chats list {2,}List chats, newest first/);
  });
});
