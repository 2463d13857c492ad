import { describe, expect, it } from "vitest";
import { readBlobKey } from "../../../plugins/cli/src/blob-key.ts";
import { isBlobPlace, readBlobPlace, shownBlobs } from "../../../plugins/cli/src/blob-place.ts";

describe("the place of large values", () => {
  it.each([
    [{}, { kind: "files", url: "" }],
    [{ store: "lmdb:store" }, { kind: "files", url: "" }],
    [{ store: "postgres://db.example/a" }, { kind: "postgres", url: "postgres://db.example/a" }],
    [{ store: "postgres:postgresql://db.example/a" }, { kind: "postgres", url: "postgresql://db.example/a" }],
    [
      { store: "postgres://db.example/a", blobs: "files" },
      { kind: "files", url: "" },
    ],
    [
      { store: "postgres://db.example/a", blobs: "postgres:" },
      { kind: "postgres", url: "postgres://db.example/a" },
    ],
    [{ blobs: "postgres://db.example/b" }, { kind: "postgres", url: "postgres://db.example/b" }],
    [{ blobs: "s3:https://s3.example/bucket/prefix" }, { kind: "s3", url: "https://s3.example/bucket/prefix" }],
  ])("is read from the settings %j", (settings, place) => {
    expect(readBlobPlace(settings)).toEqual(place);
  });

  it.each([
    "file",
    "s3:bucket",
    "s3:https://a:hidden@s3.example/b",
    "postgresx://a/b",
    "https://s3.example/b",
    "postgres",
  ])("is refused as %s", (blobs) => {
    expect(isBlobPlace(blobs)).toBe(false);
    expect(() => readBlobPlace({ blobs })).toThrow("blobs");
    expect(() => readBlobPlace({ blobs })).not.toThrow("hidden");
  });

  it("requires a URL for a database unless the store has one", () => {
    expect(() => readBlobPlace({ blobs: "postgres:", store: "lmdb:store" })).toThrow("requires a store in PostgreSQL");
  });

  it("is shown without a user and password", () => {
    expect(shownBlobs({ blobs: "postgres://me:hidden@db.example/b?password=hidden&schema=a" })).toBe(
      "postgres://db.example/b?password=…&schema=a",
    );
  });
});

describe("the access key of large values", () => {
  const ours = { POSTERN_S3_ACCESS_KEY_ID: "a", POSTERN_S3_SECRET_ACCESS_KEY: "b" };
  const aws = { AWS_ACCESS_KEY_ID: "c", AWS_SECRET_ACCESS_KEY: "d", AWS_SESSION_TOKEN: "e" };

  it("comes from Postern's variables, otherwise from the AWS ones, and never half from each", () => {
    expect(readBlobKey({ ...aws, ...ours })).toEqual({ accessKeyId: "a", secretAccessKey: "b" });
    expect(readBlobKey(aws)).toEqual({ accessKeyId: "c", secretAccessKey: "d", sessionToken: "e" });
    expect(readBlobKey({})).toBeUndefined();
    expect(readBlobKey({ AWS_ACCESS_KEY_ID: "c" })).toBeUndefined();
    expect(() => readBlobKey({ ...aws, POSTERN_S3_ACCESS_KEY_ID: "a" })).toThrow("must both be set");
  });
});
