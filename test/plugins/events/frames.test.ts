import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { expect, it, onTestFinished } from "vitest";

async function open() {
  const fixture = await testGateway({ plugins: [chats(), events()] });
  const ended = new AbortController();
  onTestFinished(async () => {
    ended.abort();
    await fixture.stop();
  });
  /** Reads a stream from the start of the journal, up to `count` events. */
  async function read(query: string, count: number): Promise<string[]> {
    const url = `http://localhost/api/v1/events/stream?after=0.0&${query}`;
    const headers = { authorization: `Bearer ${fixture.admin.key}` };
    const { body, status } = await fixture.gateway.fetch(new Request(url, { headers, signal: ended.signal }));
    expect(status).toBe(200);
    const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (text.split("\ndata: ").length <= count) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
    }
    await reader.cancel();
    return text.split("\n\n").filter((frame) => frame.includes("data: "));
  }
  return { ...fixture, read };
}

it("omits the event line when named is false", async () => {
  const { admin, read } = await open();
  await admin.post("chats.create", { title: "Tea" });
  const query = "type=chats.chat.created";
  const [named] = await read(query, 1);
  const [unnamed] = await read(`${query}&named=false`, 1);
  expect(named).toMatch(/^event: chats\.chat\.created$/m);
  expect(unnamed).not.toMatch(/^event:/m);
  expect(unnamed?.replace("\n\n", "")).toBe(named?.replace(/^event: .*\n/m, ""));
});

it("rejects values of named other than true and false", async () => {
  const { admin } = await open();
  const { status } = await admin.send("/api/v1/events/stream?named=no", { method: "GET" });
  expect(status).toBe(400);
});
