import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { openFixture, TEN_WORDS } from "./fixture.ts";

const config = { engine: "flite" } as const;

describe("the sound of a request", () => {
  it("is served whole, in ranges, and with 304 if it is unchanged", async () => {
    const { say, becomes, gateway, admin, sound } = await openFixture({ config });
    const { id } = await say(`${TEN_WORDS} `.repeat(30));
    const { sound: shown } = await becomes(id, "ready");
    const wav = await sound(id);
    expect(wav.length).toBe(shown.bytes);
    expect(wav.length).toBeGreaterThan(2 ** 21);

    async function ask(headers: Record<string, string>, method = "GET") {
      const all = { authorization: `Bearer ${admin.key}`, ...headers };
      const response = await gateway.fetch(
        new Request(`http://localhost/api/v1/audio/requests/${id}/audio`, { method, headers: all }),
      );
      return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    }
    const { response } = await ask({});
    const etag = response.headers.get("etag") as string;
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(response.headers.get("content-length")).toBe(String(wav.length));

    const edge = 2 ** 20;
    for (const [range, begin, end] of [
      ["bytes=0-0", 0, 1],
      ["bytes=0-43", 0, 44],
      [`bytes=${edge - 10}-${edge + 9}`, edge - 10, edge + 10],
      [`bytes=${edge * 2}-`, edge * 2, wav.length],
      [`bytes=5-${wav.length + 100}`, 5, wav.length],
      ["bytes=-100", wav.length - 100, wav.length],
      [`bytes=-${wav.length * 2}`, 0, wav.length],
    ] as const) {
      const part = await ask({ range });
      expect(part.status).toBe(206);
      expect(part.response.headers.get("content-range")).toBe(`bytes ${begin}-${end - 1}/${wav.length}`);
      expect(part.bytes.equals(wav.subarray(begin, end))).toBe(true);
    }
    for (const range of [`bytes=${wav.length}-`, "bytes=-0"]) {
      const none = await ask({ range });
      expect(none.status).toBe(416);
      expect(none.response.headers.get("content-range")).toBe(`bytes */${wav.length}`);
    }
    for (const range of ["bytes=0-1,5-6", "bytes=9-5", "lines=1-2", "bytes=-", "bytes=x-y"])
      expect((await ask({ range })).status).toBe(200);
    expect((await ask({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
    expect((await ask({ range: "bytes=0-9", "if-range": '"other"' })).status).toBe(200);
    expect((await ask({ "if-none-match": etag })).status).toBe(304);
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
    const head = await ask({}, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.response.headers.get("content-length")).toBe(String(wav.length));
  });

  it("requires the scope to read requests", async () => {
    const { say, becomes, client, gateway } = await openFixture({ config });
    const { id } = await say("Hello");
    await becomes(id, "ready");
    const path = `/api/v1/audio/requests/${id}/audio`;
    expect((await gateway.fetch(new Request(`http://localhost${path}`))).status).toBe(401);
    expect((await (await client(["chats:read"])).send(path)).status).toBe(403);
    expect((await (await client(["audio:read"])).send(path)).status).toBe(200);
    expect((await (await client(["audio:read"])).send(path, { method: "POST" })).status).toBe(405);
  });

  it("answers 404 for an unknown request, and 409 if there is no sound yet", async () => {
    const { say, admin } = await openFixture({ config, background: false });
    const { id } = await say("Hello");
    expect((await admin.send(`/api/v1/audio/requests/${id}/audio`)).body).toMatchObject({
      code: "audio.request_not_ready",
      state: "published",
    });
    for (const wrong of ["nothing", "..%2f..%2fetc", "%00", "a".repeat(5_000)])
      expect((await admin.send(`/api/v1/audio/requests/${wrong}/audio`)).status).toBe(404);
  });
});

describe("the sound of a request as a document", () => {
  it("has the bytes that the route serves", async () => {
    const { say, becomes, post, sound } = await openFixture({ config });
    const { id } = await say(`${TEN_WORDS} `.repeat(20));
    await becomes(id, "ready");
    const wav = await sound(id);
    expect(wav.length).toBeGreaterThan(2 ** 20);
    const answer = await post("audio.sound", { id });
    expect(answer).toMatchObject({ type: "audio/wav", encoding: "base64", bytes: wav.length });
    expect(Buffer.from(answer.content, "base64").equals(wav)).toBe(true);
  });

  it("requires the scope that the route requires", async () => {
    const { say, becomes, client } = await openFixture({ config });
    const { id } = await say("Hello");
    await becomes(id, "ready");
    expect((await (await client(["chats:read"])).post("audio.sound", { id })).status).toBe(403);
    expect((await (await client(["audio:read"])).post("audio.sound", { id })).status).toBe(200);
  });

  it("is an error with the state and what to do if there is none", async () => {
    const { say, admin, post } = await openFixture({ config, background: false });
    const { id } = await say("Hello");
    const early = (await admin.post("audio.sound", { id })).body;
    expect(early).toMatchObject({ status: 409, code: "audio.request_not_ready", state: "published" });
    expect(early.detail).toContain(`available when "postern audio requests show --id ${id}" shows the state "ready"`);
    await post("audio.requests.cancel", { id });
    const cancelled = (await admin.post("audio.sound", { id })).body;
    expect(cancelled).toMatchObject({ state: "cancelled", fix: `postern audio requests retry --id ${id}` });
    expect((await admin.post("audio.sound", { id: "nothing" })).body.code).toBe("audio.request_not_found");
  });
});

describe("a fault of the blob driver", () => {
  it("aborts the response instead of truncating it", async () => {
    const blobs = createStorage();
    const { say, becomes, gateway, admin } = await openFixture({ config, blobs });
    const { id } = await say("Hello");
    await becomes(id, "ready");
    await blobs.clear();
    const headers = { authorization: `Bearer ${admin.key}` };
    const response = await gateway.fetch(
      new Request(`http://localhost/api/v1/audio/requests/${id}/audio`, { headers }),
    );
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
