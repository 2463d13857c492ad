import { loadLibrary } from "@postern/channels/kind";
import { verdictOf } from "@postern/channels/services";
import { expect, it } from "vitest";

const absent = "a-library-that-is-not-installed";

it("fails permanently with the command that installs a missing library", async () => {
  const error = await loadLibrary(absent, () => import(absent)).catch((error) => error);
  expect(error.message).toContain(`Run "npm install ${absent}", then "postern channels restart"`);
  expect(verdictOf(error)).toEqual({ word: "permanent" });
});

it("returns the library, and passes on other errors", async () => {
  expect(await loadLibrary("path", () => import("node:path"))).toHaveProperty("join");
  const broken = new Error("It is broken");
  await expect(loadLibrary("broken", () => Promise.reject(broken))).rejects.toBe(broken);
});
