import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

type User = ReturnType<typeof newUser>;

/** The suggestions for a word, as fish gets them: values only. */
const next = async (user: User, ...words: string[]) =>
  (await user.run("complete", "fish", ...words)).out
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split("\t")[0]);

/** The suggestions of a gateway. A slow machine may not answer in time; then a person presses TAB again. */
const offers = (user: User, words: readonly string[], expected: unknown) =>
  until(async () => expect(await next(user, ...words)).toEqual(expected));

async function served() {
  const user = newUser();
  await user.run("init");
  await user.serve();
  return user;
}

describe("completion", () => {
  it("has a script for each shell, and refuses others", async () => {
    const user = newUser();
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, out } = await user.run("completion", shell);
      expect(code).toBe(0);
      expect(out).toContain(`complete ${shell}`);
    }
    expect((await user.run("completion", "cmd")).code).toBe(2);
  });

  it("suggests groups, commands, flags and enum values", async () => {
    const user = newUser();
    expect(await next(user, "ch")).toEqual(["chat", "channels", "chats"]);
    expect(await next(user, "chats", "messages", "del")).toEqual(["delete"]);
    expect(await next(user, "chats", "create", "--ti")).toEqual(["--title"]);
    expect(await next(user, "chats", "create", "--kind", "")).toEqual(["dm", "group", "room", "thread"]);
    expect(await next(user, "chats", "create", "--kind=r")).toEqual(["--kind=room"]);
    expect(await next(user, "completion", "z")).toEqual(["zsh"]);
    expect(await next(user, "config", "disable", "ta")).toEqual(["tasks"]);
  });

  it("does not suggest hidden or already given commands and flags", async () => {
    const user = newUser();
    expect(await next(user, "comp")).toEqual(["completion"]);
    const flags = await next(user, "chats", "messages", "create", "--chatId", "x", "--");
    expect(flags).toContain("--content");
    expect(flags).not.toContain("--chatId");
    expect(flags).not.toContain("--chat-id");
    expect(await next(user, "chats", "create", "--", "--ti")).toEqual([]);
  });

  it("leaves the names of files to the shell", async () => {
    const user = newUser();
    for (const flag of ["--file", "--input"])
      expect((await user.run("complete", "zsh", "bases", "rows", "import", "leads", flag, "")).out).toBe("files\n");
    expect((await user.run("complete", "zsh", "restore", "--data", "")).out).toBe("files\n");
  });
});

describe("names and ids", () => {
  it("are suggested for arguments and flags, by the typed text", async () => {
    const user = await served();
    const { chat } = await user.json("chats", "create", "Tea");
    await user.run("chats", "create", "Team lunch");
    await user.run("chats", "create", "Coffee");
    await offers(user, ["chats", "messages", "create", "te"], ["Team lunch", "Tea"]);
    await offers(user, ["chats", "show", "--id", "C"], ["Coffee"]);
    await offers(user, ["chats", "show", "--chat=C"], ["--chat=Coffee"]);
    await offers(user, ["chat", "Tea"], ["Team lunch", "Tea"]);
    await offers(user, ["chats", "show", chat.id.slice(0, 12)], expect.arrayContaining([chat.id]));
    // The second argument of a message is its text.
    expect(await next(user, "chats", "messages", "create", "Tea", "")).toEqual([]);
  });

  it("are ids where a name is not unique", async () => {
    const user = await served();
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) ids.push((await user.json("chats", "create", "Tea")).chat.id);
    await until(async () => expect((await next(user, "chats", "show", "T")).sort()).toEqual(ids.sort()));
  });

  it("match the rest of the command line", async () => {
    const user = await served();
    for (const slug of ["leads", "parts"]) {
      await user.run("bases", "create", slug, "--slug", slug);
      await user.run("bases", "props", "create", slug, `Only ${slug}`, "text");
    }
    await offers(user, ["bases", "props", "update", "leads", "O"], ["only_leads"]);
    const parts = expect.arrayContaining(["only_parts"]);
    await offers(user, ["bases", "props", "update", "--base", "parts", "--prop", ""], parts);
  });

  it("are quoted for bash as the word is written", async () => {
    const user = await served();
    await user.run("chats", "create", "It's $5: ok");
    const bash = async (line: string) =>
      (await user.run("complete", "bash", line, " \"'=:")).out.split("\n").slice(1, -1);
    expect(await bash("postern chats show ")).toEqual(["It\\'s\\ \\$5:\\ ok"]);
    expect(await bash('postern chats show "It')).toEqual(["It's \\$5: ok"]);
    expect(await bash("postern chats show 'It")).toEqual([]);
    expect(await bash("postern chats show It\\'s\\ \\$5:")).toEqual(["\\ ok"]);
    expect(await bash("postern chats show --chat=I")).toEqual(["It\\'s\\ \\$5:\\ ok"]);
    expect(await bash("cd x && postern chats show I")).toEqual(["It\\'s\\ \\$5:\\ ok"]);
  });

  it("are left out if they cannot be typed", async () => {
    const user = await served();
    await user.run("chats", "create", "--title", "bad \u001b[31m name");
    expect(await next(user, "chats", "show", "bad")).toEqual([]);
  });
});

describe("a gateway that does not answer", () => {
  /** A gateway of a saved key, whose lists are answered by `listener`. */
  async function behind(listener: RequestListener) {
    const user = newUser();
    await user.run("init");
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { user, env: { POSTERN_URL: url, POSTERN_TOKEN: "rctx_test" } };
  }

  it("delays no suggestions: those read before are used", async () => {
    let calls = 0;
    const { user, env } = await behind((_, response) => {
      if (calls++ === 0) response.end(JSON.stringify({ success: true, chats: [{ id: "chat_1", title: "Tea" }] }));
    });
    const complete = async () =>
      (await user.runWith(env, "", "complete", "fish", "chats", "show", "")).out.split("\n").slice(1, -1);
    expect(await complete()).toEqual(["Tea\tchat_1"]);
    const folder = join(user.home, ".cache", "postern", "completion");
    const file = readdirSync(folder).find((name) => readFileSync(join(folder, name), "utf8").includes("Tea")) ?? "";
    const readAt = (time: number) => utimesSync(join(folder, file), time / 1_000, time / 1_000);
    readAt(Date.now() + 60_000);
    expect(await complete()).toEqual(["Tea\tchat_1"]);
    expect(calls).toBe(1);
    readAt(Date.now() - 60_000);
    expect(await complete()).toEqual(["Tea\tchat_1"]);
    expect(calls).toBe(2);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it("has no names the first time", async () => {
    const { user, env } = await behind(() => {});
    expect((await user.runWith(env, "", "complete", "fish", "chats", "show", "")).out).toBe("words\n");
  });
});

/** What is typed is completed by TAB and executed by Enter. */
const SHELLS = [
  {
    shell: "bash",
    isInstalled: has("bash"),
    start: "bash --norc --noprofile",
    script: "source <(postern completion bash)",
  },
  { shell: "zsh", isInstalled: has("zsh"), start: "zsh -f", script: "source <(postern completion zsh)" },
  { shell: "fish", isInstalled: has("fish"), start: "fish --no-config", script: "postern completion fish | source" },
] as const;

for (const { shell, isInstalled, start, script } of SHELLS) {
  describe.skipIf(!(isInstalled && has("script")))(`a terminal with ${shell} (needs script ${shell})`, () => {
    it("completes commands and names with TAB", async () => {
      const user = await served();
      await user.run("chats", "create", "Team lunch");
      const terminal = openTerminal(user, start, { PS1: "$ ", TERM: "xterm" });
      terminal.type(`${script}; echo rea''dy\n`);
      await until(async () => terminal.seen().includes("ready"));
      terminal.type("postern chats mess\t");
      await until(async () => terminal.seen().includes("messages "));
      terminal.type("create Te\t");
      await until(async () => /Team\\ lunch|"Team lunch|Team lunch/.test(terminal.seen()));
      terminal.type("Hello\n");
      await until(async () => (await user.json("chats", "messages", "list", "Team lunch")).messages.length === 1);
      terminal.type("exit\n");
      await terminal.ended;
    });
  });
}
