import { describe, expect, it } from "vitest";
import { discreetFor } from "../../plugins/agentx/src/work/discreet.ts";
import { readManifest } from "../../plugins/tasks/src/profiles/read-manifest.ts";
import { readTemplate } from "../../plugins/tasks/src/profiles/template.ts";
import { findSecrets } from "../../plugins/widgets/src/check/secrets.ts";

const parsers: [what: string, size: number, read: (size: number) => unknown][] = [
  ["a template of braces and blanks", 60_000, (size) => readTemplate(`{{${" ".repeat(size)}`, ["a"])],
  ["a template of marks that are never closed", 60_000, (size) => readTemplate("{{ a ".repeat(size / 5), ["a"])],
  [
    "a template of lines that are blank",
    60_000,
    (size) => readTemplate(`{{#a}}${" \n".repeat(size / 2)}{{/a}}`, ["a"]),
  ],
  ["a manifest of quotes", 60_000, (size) => readManifest('\\"'.repeat(size / 2), "a")],
  ["tokens that go on for ever", 200_000, (size) => findSecrets("a.html", Buffer.from("-eyJa".repeat(size / 5)))],
  [
    "tokens of two parts",
    200_000,
    (size) => findSecrets("a.html", Buffer.from(`eyJ${"a".repeat(20)}.`.repeat(size / 24))),
  ],
  ["settings of one long name", 200_000, (size) => findSecrets("a.env", Buffer.from("SECRET".repeat(size / 6)))],
  ["settings of blanks", 200_000, (size) => findSecrets("a.env", Buffer.from(`TOKEN${" ".repeat(size)}`))],
  ["words of an agent", 60_000, (size) => discreetFor("/a", [])(`key${" ".repeat(size)}`)],
];

/** Milliseconds of processor time, the least of three. */
async function timeOf(read: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const began = process.cpuUsage();
    await read();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1e3);
  }
  return least;
}

describe("a parser", () => {
  it.each(parsers)("takes twice the time for twice the input, and not more: %s", async (_, size, read) => {
    const once = await timeOf(() => read(size));
    const twice = await timeOf(() => read(size * 2));
    // Below some milliseconds it is noise that is measured; what is quadratic takes four times as long, and seconds.
    expect(twice).toBeLessThan(Math.max(40, once * 3.3));
    expect(once).toBeLessThan(200);
  });
});
