import { describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

async function served() {
  const user = newUser();
  await user.run("init");
  await user.serve();
  return user;
}

describe("postern chat", () => {
  it("shows the history and new messages, and sends the typed text", async () => {
    const user = await served();
    await user.run("chats", "create", "Tea");
    await user.run("chats", "messages", "create", "Tea", "Before", "--actor", "Jörg Müller");
    const { child, output, ended } = user.launch(["chat", "tea", "--actor", "Ann"]);
    await until(() => expect(output.out).toContain("Jörg Müller: Before\n"));
    child.stdin.write("Hello\nTwo\\\nlines\n");
    await until(async () => expect((await user.json("chats", "messages", "list", "Tea")).total).toBe(3));
    await user.run("chats", "messages", "create", "Tea", "\u001b[31mLive\nanswer", "--actor", "bot");
    await until(() => expect(output.out).toContain("bot: \\u001b[31mLive\n    answer\n"));
    child.stdin.write("/quit\n");
    expect((await ended).code).toBe(0);
    expect(output.out).not.toContain("Hello");
    const { messages } = await user.json("chats", "messages", "list", "Tea");
    expect(messages.slice(1, 3)).toMatchObject([
      { actorId: "Ann", content: { text: "Hello" } },
      { actorId: "Ann", content: { text: "Two\nlines" } },
    ]);
  });

  it("ends at the end of its input, and creates a chat only if it is told to", async () => {
    const user = await served();
    const missing = await user.runWith({}, "Hello\n", "chat", "New");
    expect(missing).toMatchObject({ code: 1, err: 'Chat "New" not found. List chats with "postern chats list".\n' });
    expect((await user.runWith({}, "Hello\n", "chat", "New", "--create")).code).toBe(0);
    expect((await user.json("chats", "messages", "list", "New")).total).toBe(1);
  });

  it("needs a gateway that is running", async () => {
    const user = newUser();
    await user.run("init");
    await user.run("chats", "create", "Tea");
    const { code, err } = await user.runWith({}, "Hello\n", "chat", "Tea");
    expect(code).toBe(1);
    expect(err).toContain('Start one with "postern serve"');
    expect((await user.json("chats", "messages", "list", "Tea")).total).toBe(0);
  });

  it("refuses unknown commands, and sends a text that begins with two slashes", async () => {
    const user = await served();
    await user.run("chats", "create", "Tea");
    const { code, out } = await user.runWith({}, "/quti\n//nope\n/etc/hosts\nis a file\n", "chat", "Tea");
    expect(code).toBe(0);
    const commands = "Available commands: /history, /help, /quit. A message that begins with / is typed with //.";
    expect(out).toContain(`Unknown command /quti. ${commands}\n`);
    expect(out).toContain(`Unknown command /etc/hosts. ${commands}\n`);
    const { messages } = await user.json("chats", "messages", "list", "Tea");
    expect(messages.map((one: { content: { text: string } }) => one.content.text)).toEqual(["/nope", "is a file"]);
  });

  it("names the group whose absence prevents it", async () => {
    const user = newUser();
    user.configure({ plugins: { events: false } });
    await user.run("init");
    const { child, ended } = await user.serve();
    await user.run("chats", "create", "Tea");
    const { code, err } = await user.runWith({}, "", "chat", "Tea");
    const file = `${user.home}/postern.config.json`;
    expect({ code, err }).toEqual({
      code: 2,
      err: `The group "events" is disabled in ${file}. Enable it with "postern config enable events".\n`,
    });
    child.kill();
    await ended;
    user.configure({ plugins: { chats: false } });
    expect((await user.runWith({}, "", "chat", "Tea")).err).toContain('The group "chats" is disabled');
  });

  it.skipIf(!has("script"))("shows its help in lines that fit before the first prompt", async () => {
    const user = await served();
    await user.run("chats", "create", "Tea");
    const { seen, type, ended } = openTerminal(user, "postern chat Tea");
    await until(() => expect(seen()).toContain("›"));
    type("/quit\n");
    const { text } = await ended;
    expect(text.split("›")[0]).toContain("/quit or Ctrl-D ends");
    for (const line of text.split("›")[0]?.split("\n") ?? []) expect(line.length).toBeLessThan(80);
  });
});
