import { expect, it } from "vitest";
import { files } from "../architecture/sources.ts";
import { namedIn } from "../run/needs.ts";
import { linesOf, PROGRAMS, packageOf } from "../run/programs.ts";

const entries = Object.values(PROGRAMS);
const sources = files("test", ".ts").filter(({ path }) => !path.startsWith("test/run/"));
const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();

it("installs exactly the packages of the programs that tests look for", () => {
  expect(linesOf("debian-packages.txt")).toEqual(
    unique(entries.flatMap((entry) => ("debian" in entry ? entry.debian : []))),
  );
  expect(unique(linesOf("npm-programs.txt").map(packageOf))).toEqual(
    unique(entries.flatMap((entry) => ("npm" in entry ? [entry.npm] : []))),
  );
});

it("has an entry only for programs that are looked for", () => {
  const named = files("test", ".ts").flatMap(({ text }) => namedIn(text));
  expect(unique(named)).toEqual(Object.keys(PROGRAMS).sort());
});

it("looks for programs in one way, by names that a run can read before it starts", () => {
  const another = /"which"|\["(--version|-v|-V|version)"\][^\n]*\.status [!=]==|"\/usr\/s?bin\//;
  const unreadable = /(?<![.\w])(has|pathOf)\((?!")/;
  // `taskset` is optional for benches, and servers pass their names to `program`.
  const own = /^test\/(checks\/programs|bench\/harness\/cores|plugins\/channels\/servers\/programs)/;
  const found = sources.flatMap(({ path, text }) => {
    const [match] =
      another.exec(text) ?? (text.includes('/run/programs.ts"') ? unreadable.exec(text) : undefined) ?? [];
    return match === undefined || own.test(path) ? [] : [`${path}: ${match}`];
  });
  expect(found).toEqual([]);
});
