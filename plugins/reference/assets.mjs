/**
 * Makes the files of this package that are not code: Scalar's program for the browser, and the guides.
 *
 * Scalar is one file of a package with hundreds of dependencies, none of which that file needs. So the package is not
 * installed: its archive is downloaded once, checked, and only the file is kept.
 *
 * With `--missing`, only what is missing is made, and without a connection there is a warning instead of an error.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { Marked } from "marked";

const SCALAR = {
  version: "1.72.1",
  integrity: "sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==",
};

const here = import.meta.dirname;
const root = resolve(here, "../..");
const assets = join(here, "assets");
const cache = join(root, "node_modules/.cache/postern");
mkdirSync(assets, { recursive: true });

const onlyMissing = process.argv.includes("--missing");
const pages = join(assets, "guides.json");
if (!onlyMissing || !existsSync(pages)) writeFileSync(pages, JSON.stringify(guides()));
try {
  writeScalar();
} catch (error) {
  if (!onlyMissing) throw error;
  console.warn(`The page /reference/ cannot show operations: ${error.message}`);
}

function writeScalar() {
  const target = join(assets, `scalar-${SCALAR.version}.js.gz`);
  if (existsSync(target)) return;
  for (const old of readdirSync(assets).filter((name) => /^scalar-.*\.js\.gz$/.test(name))) rmSync(join(assets, old));
  const archive = download();
  const inner = "package/dist/browser/standalone.js";
  const code = execFileSync("tar", ["-xzOf", archive, inner], { maxBuffer: 2 ** 26 });
  writeFileSync(`${target}.part`, gzipSync(code, { level: 9 }));
  renameSync(`${target}.part`, target);
}

function download() {
  const name = `scalar-api-reference-${SCALAR.version}.tgz`;
  const archive = join(cache, name);
  if (existsSync(archive) && isIntact(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const args = ["pack", `@scalar/api-reference@${SCALAR.version}`, "--pack-destination", cache, "--silent"];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (!isIntact(archive)) throw new Error(`${archive} is not the version of Scalar that was reviewed`);
  return archive;
}

function isIntact(file) {
  return `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}` === SCALAR.integrity;
}

/** The manual and the README files of all packages, by section. Their links lead to each other. */
function guides() {
  const sections = {
    Guides: list("core/manual").filter((path) => !path.endsWith("/README.md")),
    Groups: packages("plugins").filter((path) => !/^plugins\/(cli|client|create-plugin|mcp|openapi)\//.test(path)),
    "Clients and tools": packages("plugins").filter((path) =>
      /^plugins\/(cli|client|create-plugin|mcp|openapi)\//.test(path),
    ),
    "Storage drivers": packages("storage-drivers"),
  };
  const ids = new Map(
    Object.values(sections)
      .flat()
      .map((path) => [path, idOf(path)]),
  );
  return Object.entries(sections).flatMap(([section, paths]) =>
    paths.map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const [, title = path] = /^# (.*)$/m.exec(text) ?? [];
      return { id: idOf(path), section, title: title.replaceAll("`", ""), html: htmlOf(text, path, ids) };
    }),
  );
}

function list(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function packages(folder) {
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(root, path)));
}

/** `plugin` for core/manual/plugin.md, `plugins-chats` for plugins/chats/README.md. */
function idOf(path) {
  return path.startsWith("core/manual/") ? posix.basename(path, ".md") : dirname(path).replaceAll("/", "-");
}

function htmlOf(text, path, ids) {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} -]/gu, "")
          .trim()
          .replaceAll(" ", "-");
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer">${text}</a>`;
        const [target = "", anchor] = href.split("#");
        const id = target === "" ? "" : ids.get(posix.join(dirname(path), target.replace(/\/$/, "/README.md")));
        // What is not among the guides, such as an example, is only in the repository.
        return id === undefined ? text : `<a href="${id}${anchor === undefined ? "" : `#${anchor}`}">${text}</a>`;
      },
      // What scrolls must be reachable with the keyboard.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const cell = (name) => (one) => `<${name}>${this.parser.parseInline(one.tokens)}</${name}>`;
        const head = `<tr>${header.map(cell("th")).join("")}</tr>`;
        const body = rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text);
}

function escapeHtml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
