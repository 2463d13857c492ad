import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A file of a bundle and, if it is a bundle of ours itself, the files that it was made of, by its source map. */
function sourcesOf(file) {
  if (packageOf(file) !== undefined || !existsSync(`${file}.map`)) return [file];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  return [file, ...sources.map((source) => resolve(dirname(file), source))];
}

/** The folder of the installed package that a file belongs to. Undefined for our own. */
const packageOf = (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

function sectionOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0 && license === undefined) throw new Error(`${folder} names no license`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version}${license ? ` (${license})` : ""}`, ...texts].join("\n\n");
}

/** The licenses of all packages of others in a bundle, as one text. Throws if a package has none. */
export function licensesOf(files) {
  const packages = new Set(files.flatMap(sourcesOf).map(packageOf));
  packages.delete(undefined);
  const sections = [...packages].map(sectionOf).sort();
  return `${[...new Set(sections)].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
