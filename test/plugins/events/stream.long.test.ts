import { afterEach, describe, expect, it } from "vitest";
import { ends, follow, messages, serve, until } from "./stream.ts";

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("the stream", () => {
  it("disconnects a client that does not read, without affecting other clients", async () => {
    const { url, admin, say, streams } = await serve({ behind: "50", patience: "3600" });
    const stuck = follow(url, admin.key, messages);
    const others = [1, 2, 3].map(() => follow(url, admin.key, messages));
    await Promise.all([stuck, ...others].map(({ opened }) => opened));
    stuck.pause();
    const long = "tea ".repeat(25_000);
    for (let n = 0; n < 300; n++) await say(long);
    await until(() => others.map(({ got }) => got.length)).toEqual([300, 300, 300]);
    const { body } = await admin.post("events.list", { type: "chats.message.*", limit: "500", fields: "id" });
    for (const other of others) expect(other.ids()).toEqual(body.events.map(({ id }: { id: string }) => id));
    await until(() => streams()).toEqual({ open: 3, cutOff: 1 });
    stuck.resume();
    await until(() => stuck.state.ended).toBe(true);
    expect(stuck.got.length).toBeLessThan(300);
  });
});
