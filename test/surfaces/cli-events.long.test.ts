import { describe, expect, it } from "vitest";
import { createServerSentReader, type ServerSent } from "../../plugins/cli/src/server-sent.ts";
import { newUser } from "./postern.ts";

function reading() {
  const messages: ServerSent[] = [];
  const ids: string[] = [];
  const read = createServerSentReader(
    (message) => messages.push(message),
    (id) => ids.push(id),
  );
  return { read, messages, ids };
}

describe("server-sent events", () => {
  const stream =
    ": hello\nretry: 5\n\nid: 1.1\r\nevent: a.b\r\ndata: one\r\ndata:two\r\n\r\nid: 2.0\n\ndata\ndata: x\r\rdata: lost";

  it.each([1, 2, 3, 7, 1_000])("are read completely from chunks of %i characters", (size) => {
    const { read, messages, ids } = reading();
    for (let at = 0; at < stream.length; at += size) read(stream.slice(at, at + size));
    expect(messages).toEqual([
      { event: "a.b", data: "one\ntwo" },
      { event: "message", data: "\nx" },
    ]);
    expect(ids).toEqual(["1.1", "2.0"]);
  });
});

describe("postern events stream", () => {
  const lines = (text: string) => text.split("\n").slice(0, -1);

  it("prints events, and continues when the gateway was restarted", async () => {
    const user = newUser();
    await user.run("init");
    const first = await user.serve();
    const { output, child, ended } = user.launch(["events", "stream", "--type", "chats.chat.*", "--json"]);
    await expect.poll(async () => (await user.json("service", "status")).streams?.open).toBe(1);
    await user.run("chats", "create", "--title", "One");
    await expect.poll(() => lines(output.out).length).toBe(1);
    first.child.kill("SIGTERM");
    await first.ended;
    await user.run("chats", "create", "--title", "Two");
    await user.serve();
    await user.run("chats", "create", "--title", "Three");
    await expect.poll(() => lines(output.out).length).toBe(3);
    const events = lines(output.out).map((line) => JSON.parse(line));
    expect(events.map(({ data }) => data.chat.title)).toEqual(["One", "Two", "Three"]);
    expect(events[0]).toMatchObject({ specversion: "1.0", type: "chats.chat.created" });
    expect(output.err).toMatch(/Disconnected: .*\. Reconnecting in [\d.]+ s\.\nReconnected\n/s);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it("prints one line per event", async () => {
    const user = newUser();
    await user.run("init");
    await user.serve();
    await user.run("chats", "create", "--title", "One");
    const { output, child } = user.launch(["events", "stream", "--after", "0.0", "--type", "chats.**"]);
    await expect.poll(() => lines(output.out).length).toBe(1);
    expect(output.out).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}chats\.chat\.created {2}chat_[0-9a-f]{24} {2}\{"chat"/);
    child.kill("SIGKILL");
  });

  it("reports an error without retrying", async () => {
    const user = newUser();
    await user.run("init");
    expect(await user.run("events", "stream")).toMatchObject({
      code: 1,
      err: expect.stringContaining("postern serve"),
    });
    const { url } = await user.serve();
    expect(await user.run("events", "stream", "--after", "99999.1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--after must be the id of an event"),
    });
    const wrong = { POSTERN_TOKEN: `rctx_${"x".repeat(43)}` };
    expect(await user.runWith(wrong, "", "events", "stream", "--gateway", url)).toMatchObject({ code: 4 });
    expect((await user.run("events")).out).toContain("postern events stream");
  });
});
