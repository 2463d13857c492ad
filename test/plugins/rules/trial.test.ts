import { describe, expect, it } from "vitest";
import { openGateway } from "./gateway.ts";

describe("rules.test", () => {
  it("says whether a rule matches an event that has happened, and shows the input", async () => {
    const { rule, post, happen, client, titles, admin } = await openGateway();
    const on = { types: ["chats.*.created"], filter: "event.data.chat.title == 'Tea'" };
    const { id } = await rule({ name: "tea", on });
    await post("rules.disable", { id });
    await happen("Tea");
    await happen("Coffee");
    const [tea, coffee] = (await post("events.list", { type: "chats.chat.created" })).events;
    expect(await post("rules.test", { rule: "tea", eventId: tea.id })).toEqual({
      isMatch: true,
      isOfType: true,
      isVisible: true,
      isFiltered: true,
      input: { title: "Tea" },
    });
    expect(await post("rules.test", { rule: id, eventId: coffee.id })).toMatchObject({
      isMatch: false,
      isFiltered: false,
    });
    const [executed] = (await post("events.list", { type: "gateway.command.executed", limit: 1 })).events;
    expect(await post("rules.test", { rule: id, eventId: executed.id })).toMatchObject({
      isMatch: false,
      isOfType: false,
      error: expect.stringContaining("No such key: chat"),
      inputError: expect.stringContaining("event.data.chat.title"),
    });
    const blind = await client(["rules:*"]);
    expect((await blind.post("rules.test", { filter: "true", eventId: tea.id })).body.code).toBe(
      "rules.event_not_found",
    );
    expect((await admin.post("rules.test", { filter: "true", eventId: "999999.1" })).body.code).toBe(
      "rules.event_not_found",
    );
    expect(await titles()).toEqual([]);
  });

  it("tests an expression with an event of one's own", async () => {
    const { post, admin, rule } = await openGateway();
    const event = { type: "chats.chat.created", data: { chat: { title: "Tea" } } };
    expect(await post("rules.test", { filter: "event.data.chat.title == 'Tea'", event })).toEqual({
      isMatch: true,
      isFiltered: true,
    });
    expect(await post("rules.test", { filter: "event.data.x == 1", event })).toMatchObject({
      isMatch: false,
      error: expect.any(String),
    });
    expect((await admin.post("rules.test", { filter: "1 +", event })).body).toMatchObject({
      code: "rules.filter_invalid",
      position: 4,
    });
    expect((await admin.post("rules.test", { event })).body.issues[0]).toMatchObject({ path: "/rule" });
    expect((await admin.post("rules.test", { filter: "true" })).status).toBe(400);
    const { id } = await rule({ on: { types: ["chats.**"], filter: "false" } });
    expect(await post("rules.test", { rule: id, filter: "true", event })).toMatchObject({
      isMatch: true,
      input: { title: "Tea" },
    });
  });
});
