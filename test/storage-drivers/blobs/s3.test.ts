import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBlobs } from "../../../storage-drivers/s3/src/index.ts";
import { readPlace } from "../../../storage-drivers/s3/src/place.ts";
import { has } from "../../run/programs.ts";
import { s3Key } from "./s3-keys.ts";
import { answeringProxy, breakingProxy, silentServer, webServer } from "./s3-proxy.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";
import { isComplete, keyOf } from "./values.ts";

describe("the URL of a bucket", () => {
  it("names the server, the bucket, a prefix and the region", () => {
    expect(readPlace("https://s3.example:9000/my-bucket/a/b?region=eu-north-1")).toMatchObject({
      endpoint: new URL("https://s3.example:9000"),
      bucket: "my-bucket",
      prefix: "a/b/",
      region: "eu-north-1",
    });
    expect(readPlace("http://127.0.0.1:9000/b/")).toMatchObject({ bucket: "b", prefix: "", region: "us-east-1" });
    expect(readPlace("http://127.0.0.1:9000/b", "sa-east-1").region).toBe("sa-east-1");
  });

  it.each([
    ["https://key:hidden@s3.example/b", "must not contain an access key"],
    ["https://s3.example/b?secretAccessKey=hidden", 'accepts the parameter "region" only'],
    ["https://s3.example/", "must name a bucket"],
    ["https://s3.example/b/a%20b", "is not a valid name of a bucket or prefix"],
    ["s3.example/b", "must be a URL such as"],
    ["ftp://s3.example/b", "must be a URL such as"],
  ])("is refused as %s", (url, reason) => {
    expect(() => readPlace(url)).toThrow(reason);
    expect(() => readPlace(url)).not.toThrow("hidden");
  });
});

describe("a server that is not one of S3", () => {
  it("is reported when it does not answer in time", async () => {
    const blobs = openBlobs({ url: `http://127.0.0.1:${await silentServer()}/b`, ...s3Key, timeoutMs: 200 });
    const failure = await blobs.getKeys().catch((error) => error);
    expect(failure).toMatchObject({ code: "STORE_UNAVAILABLE", reason: "timeout" });
  });

  it("does not look like one without values", async () => {
    for (const status of [200, 404]) {
      const blobs = openBlobs({ url: `http://127.0.0.1:${await webServer(status)}/b`, ...s3Key });
      await expect(blobs.getKeys()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", reason: "failed" });
    }
    const blobs = openBlobs({ url: `http://127.0.0.1:${await webServer(404)}/b`, ...s3Key });
    await expect(blobs.getItemRaw(keyOf("audio", Buffer.from("a")))).rejects.toThrow("with status 404");
  });
});

describe.skipIf(!has("swift"))("large values in S3 (needs python3-swift)", () => {
  let server: S3Server;
  let url: string;
  beforeAll(async () => {
    server = await startS3Server();
    url = await server.createBucket("values");
  });
  afterAll(() => server.stop());

  const value = randomBytes(1_000_000);
  const key = keyOf("audio", value);
  /** The same bucket, by way of another port. */
  const by = (port: number, prefix: string) =>
    openBlobs({ url: `http://127.0.0.1:${port}/values/${prefix}`, ...s3Key });

  it("are refused by the server if they do not match the digest in their name", async () => {
    const blobs = openBlobs({ url: `${url}/damaged`, ...s3Key });
    await expect(blobs.setItemRaw(key, randomBytes(1_000_000))).rejects.toThrow("BadDigest");
    expect(await blobs.getItemRaw(key)).toBeNull();
  });

  it("are read and written again when a connection breaks, and never returned in part", async () => {
    await by(server.port, "broken").setItemRaw(key, value);
    const reading = await breakingProxy(server.port, 2, 300_000);
    expect(isComplete(key, await by(reading.port, "broken").getItemRaw(key))).toBe(true);
    expect(reading.connections()).toBe(3);
    const writing = await breakingProxy(server.port, 1, 0);
    await by(writing.port, "broken-too").setItemRaw(key, value);
    expect(isComplete(key, await by(server.port, "broken-too").getItemRaw(key))).toBe(true);
    const always = await breakingProxy(server.port, 99, 300_000);
    await expect(by(always.port, "broken").getItemRaw(key)).rejects.toMatchObject({ reason: "failed" });
  });

  it("are written again when the server is busy", async () => {
    const proxy = await answeringProxy(server.port, 2, 503);
    await by(proxy.port, "busy").setItemRaw(key, value);
    expect(isComplete(key, await by(server.port, "busy").getItemRaw(key))).toBe(true);
    expect(proxy.requests()).toBe(3);
    const always = await answeringProxy(server.port, 99, 503);
    await expect(by(always.port, "busy").getItemRaw(key)).rejects.toThrow(
      'in the bucket "values" with status 503 (SlowDown)',
    );
  });

  it("are kept apart from other prefixes and from other objects in the bucket", async () => {
    const [one, other] = [by(server.port, "one"), by(server.port, "one-more")];
    await one.setItemRaw(key, value);
    await one.setItemRaw("audio:readme.txt", Buffer.from("Not a value"));
    expect(await one.getKeys()).toEqual([key]);
    expect(await other.getKeys()).toEqual([]);
    expect(await openBlobs({ url, ...s3Key }).getKeys()).toEqual([]);
    await expect(one.getItemRaw("../one-more:a")).rejects.toThrow("is not a valid key");
  });

  it("are not missing if their bucket is missing", async () => {
    const blobs = openBlobs({ url: `http://127.0.0.1:${server.port}/nothing`, ...s3Key });
    const wrong = { reason: "missing", message: expect.stringContaining('The bucket "nothing" does not exist') };
    await expect(blobs.getItemRaw(key)).rejects.toMatchObject(wrong);
    await expect(blobs.setItemRaw(key, value)).rejects.toMatchObject(wrong);
    await expect(blobs.getKeys()).rejects.toMatchObject(wrong);
  });

  it("are refused with a wrong key, without showing it or the signed text", async () => {
    const blobs = openBlobs({ url, accessKeyId: "test:tester", secretAccessKey: "hidden-secret" });
    const failure = await blobs.getItemRaw(key).then(String, (error: Error) => error);
    expect(String(failure)).toContain("SignatureDoesNotMatch");
    expect(inspect(failure, { depth: 10 })).not.toMatch(/hidden-secret|test:tester|StringToSign/);
  });
});
