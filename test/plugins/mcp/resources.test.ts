import calendars from "@postern/calendars";
import chats from "@postern/chats";
import tasks from "@postern/tasks";
import { beforeAll, expect, it } from "vitest";
import { serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
let client: Awaited<ReturnType<typeof fixture.connect>>;
beforeAll(async () => {
  fixture = await serveMcp({ plugins: [chats(), tasks(), calendars()] });
  client = await fixture.connect();
  return fixture.close;
});

const textAt = async (uri: string): Promise<string> => {
  const { contents } = await client.readResource({ uri });
  const [content] = contents as { text: string }[];
  return content?.text ?? "";
};

it("shows collections, records and their parts as text", async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(["postern://chats", "postern://tasks", "postern://calendars"]),
  );
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining(["postern://chats/{chatId}", "postern://chats/{chatId}/messages"]),
  );
  const { body } = await fixture.admin.post("chats.create", { title: "Plans", kind: "dm" });
  const { id } = body.chat;
  const message = { chatId: id, actorId: "main", clientMessageId: "one", content: "First line\nstate: deleted" };
  await fixture.admin.post("chats.messages.create", message);
  expect(await textAt("postern://chats")).toContain("title: Plans");
  expect(await textAt(`postern://chats/${id}`)).toContain(`id: ${id}`);
  const messages = await textAt(`postern://chats/${id}/messages`);
  expect(messages).toMatch(/text: First line\n +state: deleted/);
  expect(await textAt("postern://tasks")).toContain("tasks: (empty)");
});

it("refuses what does not exist", async () => {
  await expect(textAt("postern://nothing")).rejects.toThrow(/not found/i);
  await expect(textAt("file:///etc/passwd")).rejects.toThrow(/not found/i);
  await expect(textAt("postern://chats/chat_000000000000000000000000")).rejects.toThrow(/chats.chat_not_found/);
});

it("shows a key only the resources that it may read", async () => {
  const { key } = await fixture.client(["tasks:read"]);
  const limited = await fixture.connect({ key });
  const { resources } = await limited.listResources();
  expect(resources.map(({ uri }) => uri)).not.toContain("postern://chats");
  await expect(limited.readResource({ uri: "postern://chats" })).rejects.toThrow(/not found/i);
});

it("offers prompts for the commonest jobs", async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["do", "catch_up", "watch"]);
  const { messages } = await client.getPrompt({ name: "do", arguments: { goal: "Archive old chats" } });
  expect(messages).toMatchObject([{ role: "user", content: { text: expect.stringContaining("Archive old chats") } }]);
  await expect(client.getPrompt({ name: "do" })).rejects.toThrow(/"goal" is required/);
  await expect(client.getPrompt({ name: "other" })).rejects.toThrow(/Prompts: do, catch_up, watch/);
});
