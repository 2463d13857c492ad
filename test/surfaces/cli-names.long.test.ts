import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

async function initialised() {
  const user = newUser();
  await user.run("init");
  return user;
}

describe("arguments without flags", () => {
  it("create a message with the name of the chat and the text", async () => {
    const user = await initialised();
    const { chat } = await user.json("chats", "create", "Tea");
    const { message } = await user.json("chats", "messages", "create", "tea", "Hello");
    expect(message).toMatchObject({ chatId: chat.id, content: { text: "Hello" }, actorId: "admin" });
    expect(message.clientMessageId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("may be mixed with flags, in any order", async () => {
    const user = await initialised();
    await user.run("chats", "create", "Tea");
    for (const args of [
      ["--chat", "Tea", "Hello"],
      ["Hello", "--chatId", "Tea"],
      ["Tea", "--content", "Hello"],
      ["--id", "Tea", "--content=Hello"],
    ]) {
      const { message } = await user.json("chats", "messages", "create", ...args);
      expect(message.content).toEqual({ text: "Hello" });
    }
  });

  it("are refused if there are too many", async () => {
    const user = await initialised();
    await user.run("chats", "create", "Tea");
    const results = [
      await user.run("chats", "messages", "create", "Tea", "Hello", "again"),
      await user.run("chats", "messages", "create", "--chat", "Tea", "Hello", "again"),
    ];
    for (const { code, err } of results) {
      expect(code).toBe(2);
      expect(err).toMatch(/argument/);
    }
  });

  it("begin with dashes after --", async () => {
    const user = await initialised();
    await user.run("chats", "create", "Tea");
    const { out } = await user.run("chats", "messages", "create", "Tea", "--json", "--", "--execute");
    const { message } = JSON.parse(out);
    expect(message.content).toEqual({ text: "--execute" });
  });
});

describe("names in place of ids", () => {
  it("are titles, slugs, keys and the beginnings of ids", async () => {
    const user = await initialised();
    await user.run("bases", "create", "Sales leads", "--slug", "leads");
    await user.run("bases", "props", "create", "leads", "Company", "text");
    for (const base of ["leads", "Sales leads", "SALES LEADS"]) {
      expect((await user.json("bases", "show", base)).base.slug).toBe("leads");
      expect((await user.json("bases", "props", "list", "--base", base)).total).toBe(1);
    }
    const { row } = await user.json("bases", "rows", "create", "leads", '{"company":"Initech"}');
    expect((await user.json("bases", "rows", "show", row.id.slice(4, 20))).row.id).toBe(row.id);
    await user.run("bases", "props", "update", "leads", "company", "--name", "Firm");
    expect((await user.json("bases", "props", "update", "leads", "firm", "--name", "Name")).property.name).toBe("Name");
  });

  it("are listed with exit code 2 if several things have them", async () => {
    const user = await initialised();
    const made = [await user.json("tasks", "create", "Report"), await user.json("tasks", "create", "report")];
    const { code, err } = await user.run("tasks", "done", "Report");
    expect(code).toBe(2);
    expect(err).toContain('--taskId "Report" matches 2 items');
    for (const { task } of made) expect(err).toContain(`${task.id}  ${task.title}`);
    expect((await user.json("tasks", "list", "--status", "done")).total).toBe(0);
  });

  it("must be whole: the beginning of a title selects nothing", async () => {
    const user = await initialised();
    await user.run("tasks", "create", "Report for May");
    const { code, err } = await user.run("tasks", "done", "Report");
    expect(code).toBe(1);
    expect(err).toBe('Task "Report" not found. List tasks with "postern tasks list".\n');
  });

  it("find archived things", async () => {
    const user = await initialised();
    await user.run("calendars", "create", "Work");
    expect((await user.json("calendars", "archive", "Work")).calendar.status).toBe("archived");
    expect((await user.json("calendars", "unarchive", "work")).calendar.status).toBe("active");
  });

  it("are passed on if the key may not list", async () => {
    const user = await initialised();
    const { chat } = await user.json("chats", "create", "Tea");
    const { key } = await user.json("context", "derive", "poster", "chats.messages.create");
    const post = (name: string) => user.runWith({ POSTERN_TOKEN: key }, "", "chats", "messages", "create", name, "Hi");
    expect((await post(chat.id)).code).toBe(0);
    const { code, err } = await post("Tea");
    expect(code).toBe(2);
    expect(err).toContain("--chatId");
  });
});

describe("the name of an actor", () => {
  it("is sent as an id and shown as a name", async () => {
    const user = await initialised();
    await user.run("chats", "create", "Tea");
    for (const actor of ["Jörg Müller", "Ömer", "李雷", "ann"])
      await user.run("chats", "messages", "create", "Tea", "Hello", "--actor", actor);
    const { messages } = await user.json("chats", "messages", "list", "Tea");
    expect(messages.map(({ actorId }: { actorId: string }) => actorId)).toEqual([
      "J~C3~B6rg~20M~C3~BCller",
      "u~~C3~96mer",
      "u~~E6~9D~8E~E9~9B~B7",
      "ann",
    ]);
    const { out } = await user.run("chats", "messages", "list", "Tea");
    for (const name of ["Jörg Müller", "Ömer", "李雷", "ann"]) expect(out).toContain(name);
  });
});
