import { readFileSync } from "node:fs";
import type { Property } from "@postern/core";
import { describe, expect, it } from "vitest";
import { type Declared, isGuarded } from "../../../plugins/console/src/guarded.ts";
import { rightsOf } from "../../../plugins/console/src/page-rights.ts";
import { isReserved } from "../../../plugins/console/src/reserved-titles.ts";

const entry = (id: string, effect: Declared["effect"] = "write", ...properties: Property[]) => ({
  id,
  group: id.split(".")[0] ?? "",
  effect,
  summary: `Summary of ${id}`,
  properties,
});

describe("guarded operations", () => {
  it.each([
    entry("kettle.token", "read", "gives-secret"),
    entry("kettle.issue", "write", "gives-key"),
    entry("kettle.repeat", "write", "lasting"),
    entry("kettle.judge", "write", "restricts", "decides"),
    entry("kettle.stop", "write", "restricts"),
  ])("include $id", (operation) => {
    expect(isGuarded(operation)).toBe(true);
  });

  it.each([entry("kettle.boil", "destroy"), entry("chats.create"), entry("context.list", "read")])(
    "do not include $id",
    (operation) => {
      expect(isGuarded(operation)).toBe(false);
    },
  );

  it("are given to a page only by their exact id", () => {
    const operations = [
      entry("context.derive", "write", "gives-key"),
      entry("context.list", "read"),
      entry("chats.create"),
    ];
    const excluded = ["context.derive"];
    for (const uses of [["**"], ["context.**"], ["context.*"], ["*.derive"], ["**", "context.derived"]])
      expect([uses, rightsOf(uses, operations)]).toEqual([uses, { confirmed: [], excluded }]);
    expect(rightsOf(["chats.**"], operations)).toEqual({ confirmed: [], excluded: [] });
    expect(rightsOf(["**", "context.derive"], operations)).toEqual({
      confirmed: [{ id: "context.derive", effect: "write", summary: "Summary of context.derive" }],
      excluded: [],
    });
  });
});

describe("titles of pages of plugins", () => {
  const own = [
    ...readFileSync(new URL("../../../plugins/console/app/pages/pages.ts", import.meta.url), "utf8").matchAll(
      /title: "([^"]+)"/g,
    ),
  ].map(([, title = ""]) => title);

  it("are refused if they are those of a page of the console", () => {
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((title) => !isReserved(title))).toEqual([]);
  });

  it.each([
    "Approvals",
    " approvals ",
    "APPROVALS!",
    "Approva1s",
    "ApprovaIs",
    "Аррrоvаls",
    "Ａpprovals",
    "App\u200brovals",
    "Approváls",
    "Sign-in",
    "\u2003",
  ])("are refused if they look like one: %j", (title) => {
    expect(isReserved(title)).toBe(true);
  });

  it.each(["Reminders", "Kettle", "Approvals of invoices", "Напоминания", "提醒"])("can be %j", (title) => {
    expect(isReserved(title)).toBe(false);
  });
});
