import { describe, expect, it } from "vitest";
import { openGateway, page, write } from "./gateway.ts";

describe("a page that takes too much to check", () => {
  it.each([
    ["time", "<b>".repeat(80_000), "it takes more than 15 seconds to read"],
    ["recursion", "<table>".repeat(500_000), "it cannot be read"],
  ])("is reported, and does not affect other pages and calls: %s", async (_what, body, reason) => {
    const { workspace, post } = await openGateway();
    write(`${workspace}/heavy`, { "widget.html": page(), "heavy.html": page(body) });
    let isChecked = false;
    const checking = post("check", { dir: "heavy" }).finally(() => {
      isChecked = true;
    });
    await post("list", {});
    expect(isChecked).toBe(false);
    const message = `The page was not checked: ${reason}`;
    const [found, ...others] = (await checking).diagnostics;
    expect([found, others]).toMatchObject([
      { code: "page_unchecked", severity: "warning", file: "heavy.html", message },
      [],
    ]);
  });
});
