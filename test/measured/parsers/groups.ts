import { check } from "../../../core/src/define/validate.ts";
import { createLines } from "../../../plugins/agentx/src/wire/lines.ts";
import { createRedactor } from "../../../plugins/agentx/src/work/redact.ts";
import { sentencesIn } from "../../../plugins/audio/src/local/sentences.ts";
import { matching } from "../../../plugins/chats/src/selector/matching.ts";
import { scrubText } from "../../../plugins/credentials/src/scrub.ts";
import { targetOf } from "../../../plugins/hooks/src/target.ts";
import { faultOf } from "../../../plugins/prox/src/catalogue/fault.ts";
import { consoleUrlOf } from "../../../plugins/sync/src/exchange/address.ts";
import { assertCredible, compared, merged } from "../../../plugins/sync/src/records/vector.ts";
import { Received } from "../../../plugins/sync/src/schemas.ts";
import { mermaid } from "../../../plugins/tasks/src/graph/drawing.ts";
import { readManifest } from "../../../plugins/tasks/src/profiles/read-manifest.ts";
import { readTemplate } from "../../../plugins/tasks/src/profiles/template.ts";
import { readManifest as readWidget } from "../../../plugins/widgets/src/check/manifest.ts";
import { checkPage } from "../../../plugins/widgets/src/check/page.ts";
import { unavailable } from "../../../plugins/widgets/src/check/references.ts";
import { findSecrets } from "../../../plugins/widgets/src/check/secrets.ts";
import { parseRequest } from "../../../plugins/widgets/src/serve/route.ts";
import { slugFor } from "../../../plugins/widgets/src/slug.ts";
import { parser, refusing } from "./types.ts";

const apart: typeof parser = (...said) => ({ ...parser(...said), isApart: true });
const template = (text: string) => readTemplate(text, ["a"]);
const secrets = (file: string) => (text: string) => findSecrets(file, Buffer.from(text));
const site = (n: number) => `site_${String(n).padStart(24, "0")}`;
const vectorOf = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, n) => [site(n), n + 1]));
const address = refusing((path: string) => parseRequest(new Request(`http://localhost${path}`)));
const call = { caller: "user:a", signal: new AbortController().signal };
const html = refusing((text: string) => checkPage(`<!doctype html><title>a</title>${text}`, call));

export const groups = [
  parser("a template of braces and blanks", 60_000, (size) => `{{${" ".repeat(size)}`, template),
  parser("a template of marks that are never closed", 60_000, (size) => "{{ a ".repeat(size / 5), template),
  parser("a template of lines that are blank", 60_000, (size) => `{{#a}}${" \n".repeat(size / 2)}{{/a}}`, template),
  parser(
    "a profile of quotes",
    60_000,
    (size) => '\\"'.repeat(size / 2),
    (text) => readManifest(text, "a"),
  ),
  parser(
    "a profile of open brackets",
    60_000,
    (size) => "[".repeat(size),
    (text) => readManifest(text, "a"),
  ),
  parser(
    "a title in a drawing",
    200_000,
    (size) => " \u0000<".repeat(size / 3),
    (title) => mermaid([{ id: "a", title, status: "open", readiness: { state: "ready" } }] as never, []),
  ),
  parser("tokens that go on for ever", 200_000, (size) => "-eyJa".repeat(size / 5), secrets("a.html")),
  parser("tokens of two parts", 200_000, (size) => `eyJ${"a".repeat(20)}.`.repeat(size / 24), secrets("a.html")),
  parser("settings of one long name", 200_000, (size) => "SECRET".repeat(size / 6), secrets("a.env")),
  parser("settings of blanks", 200_000, (size) => `TOKEN${" ".repeat(size)}`, secrets("a.env")),
  parser("a widget's manifest of brackets", 60_000, (size) => Buffer.from("[".repeat(size)), readWidget),
  parser("a widget's manifest of commas", 60_000, (size) => Buffer.from(`{${",".repeat(size)}}`), readWidget),
  parser(
    "references of dots",
    200_000,
    (size) => "../".repeat(size / 3),
    (url) => unavailable("a.html", [{ tag: "img", url, line: 1, column: 1 }], new Set(), false),
  ),
  apart("a page of open elements", 1_000, (size) => "<b>".repeat(size), html),
  apart(
    "a page of attributes",
    2_000,
    (size) => `<p ${Array.from({ length: size }, (_, n) => `a${n}=b`).join(" ")}>`,
    html,
  ),
  parser("an address of widgets", 100_000, (size) => "/widgets/~a".repeat(size / 11), address),
  parser("an address of slugs", 100_000, (size) => `/widgets/${"a-".repeat(size / 2)}`, address),
  parser("an address of tickets", 100_000, (size) => `/widgets/~${"a.".repeat(size / 2)}`, address),
  parser(
    "a folder's name of hyphens",
    500_000,
    (size) => `a${"-".repeat(size)}!`,
    refusing((name) => slugFor(undefined, name)),
  ),
  parser(
    "words of an agent",
    60_000,
    (size) => `key${" ".repeat(size)}`,
    (text) => createRedactor("/a", [])(text),
  ),
  parser(
    "an agent's line in pieces of a byte",
    50_000,
    (size) => size,
    (size) => {
      const take = createLines(2 ** 20);
      for (let n = 0; n < size; n++) take(Buffer.from("a"));
      take(Buffer.from("\n"));
    },
  ),
  parser("a text to be spoken, of blanks", 200_000, (size) => `a.${" ".repeat(size)}b`, sentencesIn),
  parser("a text to be spoken, of one word", 200_000, (size) => "a".repeat(size), sentencesIn),
  parser(
    "a list's selector of texts",
    20_000,
    (size) => Array.from({ length: size }, (_, n) => `t${n}`),
    (value) =>
      matching(
        { match: "all", where: [{ field: "title", op: "in", value }] },
        {} as never,
      )({ title: "x", tags: [] } as never),
  ),
  parser(
    "a text that may hold a secret",
    500_000,
    (size) => "a".repeat(size),
    (text) => scrubText(text, "aaaaaaab"),
  ),
  parser(
    "a webhook's address",
    100_000,
    (size) => `https://example.com/${"%".repeat(size)}`,
    refusing((text) => targetOf(text, false)),
  ),
  parser(
    "a gateway's address of slashes",
    100_000,
    (size) => `https://example.com${"/".repeat(size)}a`,
    refusing(consoleUrlOf),
  ),
  parser(
    "a voice's profile of tags",
    20_000,
    (size) => ({ profileId: "a", name: "b", tags: Array.from({ length: size }, (_, n) => `t${n}`) }),
    faultOf,
  ),
  parser("versions of many gateways", 20_000, vectorOf, (vector) => {
    const other = merged(vector, { [site(0)]: 5 });
    return [compared(vector, other), refusing(() => assertCredible({}, vector))(undefined)];
  }),
  parser(
    "an answer of a gateway",
    20_000,
    (size) => ({
      site: site(1),
      newest: "1",
      domains: [],
      pages: Array.from({ length: size }, () => ({ domain: "a", kind: "b", more: true, records: [{}] })),
    }),
    (answer) => check(Received, answer),
  ),
];
