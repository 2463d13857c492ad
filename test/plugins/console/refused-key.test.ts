import { PosternError } from "@postern/client";
import { describe, expect, it } from "vitest";
import { isRefusedKey } from "../../../plugins/console/app/session/refused-key.ts";

describe("errors that sign the viewer out", () => {
  it.each([
    ["gateway.unauthenticated", 401, true],
    ["kettle.not_paid", 401, false],
    ["channels.signature_not_valid", 401, false],
    ["gateway.forbidden", 403, false],
    ["client.network", 0, false],
  ])("%s with status %i: %s", (code, status, isRefused) => {
    expect(isRefusedKey(new PosternError({ code, status, detail: "x" }))).toBe(isRefused);
  });
});
