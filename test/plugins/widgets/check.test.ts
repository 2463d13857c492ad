import memory from "@postern/storage-memory";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../plugins/widgets/src/check/secrets.ts";
import { openGateway, page } from "./gateway.ts";

const hello = { "widget.html": page() };

describe("the page", () => {
  it.each<[string, Record<string, string | Uint8Array | undefined>, string[]]>([
    ["is there", hello, []],
    ["is missing", { "readme.txt": "x" }, ["error page_missing widget.html:1:1"]],
    ["is missing, with nothing else", { sub: undefined }, ["error page_missing widget.html:1:1"]],
    ["is a folder", { "widget.html/x.txt": "x" }, ["error page_missing widget.html:1:1"]],
    ["is empty", { "widget.html": " \n" }, ["error page_empty widget.html:1:1"]],
    ["is not text", { "widget.html": new Uint8Array([0xff, 0xfe, 0x00]) }, ["error page_unreadable widget.html:1:1"]],
    ["starts with a byte order mark", { "widget.html": `\ufeff${page()}` }, []],
    [
      "ends within a comment",
      { "widget.html": "<!doctype html>\n<title>x</title>\n<p>x</p>\n<!-- rest" },
      ["error html_broken widget.html:4:10"],
    ],
    [
      "ends within a tag",
      { "widget.html": "<!doctype html>\n<title>x</title>\n<p class=" },
      ["error html_broken widget.html:3:10"],
    ],
    [
      "has a script without an end tag",
      { "widget.html": "<!doctype html>\n<title>x</title>\n<script>let a = 1;\n" },
      ["error html_broken widget.html:3:1"],
    ],
    [
      "has a script with a syntax error",
      { "widget.html": page("\n<script>\n  let a = 1;\n  let b = ;\n</script>") },
      ["error script_syntax widget.html:5:11"],
    ],
    [
      "has JSON data in a script element",
      { "widget.html": page('<script type="application/json">{"a":}</script>') },
      [],
    ],
    [
      "has a module",
      { "widget.html": page('<script type="module">import { a } from "./a.mjs"; await a();</script>'), "a.mjs": "" },
      [],
    ],
    [
      "has accessibility problems, which are warnings",
      { "widget.html": page('<img src="a.png"><p id="a">x</p><p id="a">y</p>'), "a.png": "x" },
      ["warning wcag/h37 widget.html:2:57", "warning no-dup-id widget.html:2:95"],
    ],
    ["omits optional tags", { "widget.html": "<!doctype html><title>x</title><p>One<p>Two" }, []],
  ])("%s", async (_, files, faults) => {
    const { faults: of } = await openGateway();
    const found = await of(files);
    expect(found.filter((fault) => fault.startsWith("error"))).toEqual(faults.filter((one) => one.startsWith("error")));
    for (const fault of faults) expect(found).toContain(fault);
  });

  it("is looked for under other common names", async () => {
    const { publish } = await openGateway();
    const { diagnostics } = await publish("a", { "index.html": page() });
    expect(diagnostics[0].message).toBe("The folder must contain widget.html; rename index.html");
  });
});

it("a page that is slow to check does not block other calls", async () => {
  const { faults, admin } = await openGateway();
  // Each takes a while to check, and they are checked one after the other.
  const deep = (n: number) => page(`<p>${n}</p>${"<div>".repeat(8_000)}${"</div>".repeat(8_000)}`);
  const found = faults({ ...hello, ...Object.fromEntries([1, 2, 3].map((n) => [`${n}.html`, deep(n)])) });
  expect((await admin.send("/health")).status).toBe(200);
  for (const fault of await found) expect(fault).toMatch(/^warning /);
});

describe("a URL that a page loads", () => {
  const linked = (body: string, more: Record<string, string> = {}) => ({ "widget.html": page(body), ...more });
  it.each<[string, Record<string, string>, string[]]>([
    ["./a.js?v=1#x", linked('<script src="./a.js?v=1#x"></script>', { "a.js": "" }), []],
    ["sub/a%20b.js", linked('<script src="sub/a%20b.js"></script>', { "sub/a b.js": "" }), []],
    ["a missing script", linked('<script src="a.js"></script>'), ["error missing_file widget.html:2:64"]],
    ["a missing image", linked('<img alt="" src="a.png">'), ["warning missing_file widget.html:2:68"]],
    ["a missing stylesheet", linked('<link rel="stylesheet" href="a.css">'), ["error missing_file widget.html:2:79"]],
    [
      "an absolute path",
      linked('<script src="/a.js"></script>', { "a.js": "" }),
      ["error absolute_path widget.html:2:64"],
    ],
    ["a path outside the folder", linked('<script src="../a.js"></script>'), ["error missing_file widget.html:2:64"]],
    [
      "a URL of another host",
      linked('<script src="https://cdn.example/a.js"></script><img alt="" src="//cdn.example/a.png">'),
      ["error external_refused widget.html:2:64", "warning external_refused widget.html:2:116"],
    ],
    [
      "a URL of another host, which is allowed",
      linked('<script src="https://cdn.example/a.js"></script>', { "widget.json": '{"externalAllowed":true}' }),
      [],
    ],
    [
      "a URL of another host without https, which is not allowed",
      linked('<script src="http://cdn.example/a.js"></script>', { "widget.json": '{"externalAllowed":true}' }),
      ["error external_refused widget.html:2:64"],
    ],
    ["a data URL", linked('<img alt="" src="data:image/png;base64,AA"><a href="/x">x</a>'), []],
    [
      "a relative path on another page",
      { ...hello, "sub/more.html": page('<script src="../a.js"></script>'), "a.js": "" },
      [],
    ],
  ])("%s", async (_, files, expected) => {
    const { faults } = await openGateway();
    const kinds = /missing_file|absolute_path|external_refused/;
    expect((await faults(files)).filter((fault) => kinds.test(fault))).toEqual(expected);
  });
});

describe("widget.json", () => {
  it.each<[string, string | Uint8Array, string[], string?]>([
    ["{}", "{}", []],
    ["all members", '{"name":"A","description":"B","kind":"clock","externalAllowed":false}', []],
    ["a byte order mark", '\ufeff{"name":"A"}', []],
    ["nothing", "", ["error manifest_syntax widget.json:1:1"]],
    ["an array", "\n []", ["error manifest_shape widget.json:2:2"], "The manifest must be a JSON object, not an array"],
    ["a string", '"x"', ["error manifest_shape widget.json:1:1"]],
    ["an incomplete object", '{\n  "name": "A",\n', ["error manifest_syntax widget.json:3:1"]],
    ["a trailing comma", '{\n  "name": "A",\n}', ["error manifest_syntax widget.json:3:1"]],
    ["a comment", "{ // x\n}", ["error manifest_syntax widget.json:1:3"]],
    [
      "a name of 10 KB",
      `{\n  "name": "${"x".repeat(10_240)}"\n}`,
      ["error manifest_value widget.json:2:11"],
      "name must be a string of 1 to 200 characters",
    ],
    ["an empty name", '{"name":" "}', ["error manifest_value widget.json:1:9"]],
    ["a name that is a number", '{"name":5}', ["error manifest_value widget.json:1:9"]],
    ["a name that is null", '{"name":null}', ["error manifest_value widget.json:1:9"]],
    ["a kind with capitals", '{"kind":"Clock"}', ["error manifest_value widget.json:1:9"]],
    [
      "a boolean as a string",
      '{"externalAllowed":"true"}',
      ["error manifest_value widget.json:1:20"],
      "externalAllowed must be true or false",
    ],
    ["a duplicate member", '{"name":"A",\n"name":"B"}', ["error manifest_doubled widget.json:2:1"]],
    [
      "an unknown member",
      '{"nmae":"A"}',
      ["warning manifest_unknown widget.json:1:2"],
      '"nmae" is unknown; the members are name, description, kind, externalAllowed',
    ],
    [
      "names of inherited members",
      '{"constructor":"A","__proto__":1}',
      ["warning manifest_unknown widget.json:1:2", "warning manifest_unknown widget.json:1:20"],
    ],
    ["invalid UTF-8", new Uint8Array([0xff]), ["error manifest_unreadable widget.json:1:1"]],
    ["a hundred kilobytes", `{"name":"${"x".repeat(100_000)}"}`, ["error manifest_unreadable widget.json:1:1"]],
  ])("with %s", async (_, text, expected, message) => {
    const { faults } = await openGateway();
    expect(await faults({ ...hello, "widget.json": text })).toEqual(expected);
    if (message === undefined) return;
    const { publish } = await openGateway();
    const { diagnostics } = await publish("w", { ...hello, "widget.json": text });
    expect(diagnostics[0].message).toBe(message);
  });
});

describe("a secret", () => {
  const letters = "aB3".repeat(30);
  it.each([
    ["a private key", `x\n  -----BEGIN RSA ${"PRIVATE"} KEY-----\nMII`, "2:3"],
    ["a key of this gateway", `key = "rctx_${letters.slice(0, 43)}"`, "1:8"],
    ["an AWS access key", `AKI${"AIOSFODNN7EXAMPLE"}`, "1:1"],
    ["a GitHub token", `token: ghp_${letters.slice(0, 36)}`, "1:8"],
    ["a GitLab token", `glpat-${letters.slice(0, 20)}`, "1:1"],
    ["an npm token", `npm_${letters.slice(0, 36)}`, "1:1"],
    ["a Slack token", `xoxb-${letters.slice(0, 30)}`, "1:1"],
    ["a Stripe key", `sk_live_${letters.slice(0, 24)}`, "1:1"],
    ["an Anthropic or OpenAI key", `sk-ant-${letters.slice(0, 40)}`, "1:1"],
  ])("like %s is found and not repeated, and nothing is published", async (what, text, at) => {
    const { publish, post, logged } = await openGateway();
    const answer = await publish("w", { ...hello, "js/app.js": text });
    expect(answer.success).toBe(false);
    const { file, code, line, column, message } = answer.diagnostics[0];
    expect([code, `${file}:${line}:${column}`]).toEqual(["secret", `js/app.js:${at}`]);
    expect(message).toContain(`This looks like ${what}`);
    const secret =
      text
        .split("\n")
        .at(-1)
        ?.replace(/^.*[ "]/, "")
        .slice(8) ?? "";
    for (const reply of [answer, logged, await post("check", { dir: "w" })])
      if (secret.length > 8) expect(JSON.stringify(reply)).not.toContain(secret);
    expect((await post("list", {})).total).toBe(0);
  });

  it("reaches neither the store nor the blobs", async () => {
    const [storage, blobs] = [memory(), createStorage()];
    const { publish } = await openGateway({ storage, blobs });
    const secret = `ghp_${letters.slice(0, 36)}`;
    await publish("w", { ...hello, "app.js": `const token = "${secret}";` });
    const kept = await Promise.all((await storage.getKeys("", {})).map((key) => storage.getItem(key, {})));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.join("\n")).not.toContain(secret);
    expect(await blobs.getKeys()).toEqual([]);
  });

  it.each([
    ["prod.env", "# x\nDB_PASSWORD=hunter2hunter2\n", ["error 2:1"]],
    ["env", "export API_KEY='abcdefgh12345678'", ["error 1:1"]],
    ["settings.ini", "token = abcdefgh12345678", ["error 1:1"]],
    ["env.example", "API_KEY=your-key-here\nTOKEN=$TOKEN\nSECRET=<secret>\nPASSWORD=\nDEBUG=true", []],
    ["app.js", "const TOKEN = document.title;\nPASSWORD=hunter2hunter2", []],
    ["id_rsa", "anything", ["error undefined:undefined"]],
    ["store.p12", "\0\0", ["error undefined:undefined"]],
    ["maps.js", `AI${"za"}SyA12345678901234567890123456789012`, ["warning 1:1"]],
    ["photo.png", `\0-----BEGIN ${"PRIVATE"} KEY-----`, []],
    ["prose.md", "Send your token in the header. The sk-learn package. AKIA is a prefix, and ghp_ another.", []],
  ])("in %s", async (file, text, expected) => {
    const found = await findSecrets(file, Buffer.from(text));
    expect(found.map(({ severity, line, column }) => `${severity} ${line}:${column}`)).toEqual(expected);
  });

  it("is found at any position in megabytes of text", async () => {
    const secret = `ghp_${letters.slice(0, 36)}`;
    const line = `${"lorem ipsum ".repeat(10)}\n`;
    for (const before of [0, 2_175, 2_176, 20_000]) {
      const text = line.repeat(before) + secret + line.repeat(20_000);
      expect(await findSecrets("a.js", Buffer.from(text))).toMatchObject([{ line: before + 1, column: 1 }]);
    }
  });
});

it("reports at most 100 diagnostics, errors first", async () => {
  const { publish } = await openGateway();
  const scripts = Array.from({ length: 150 }, (_, n) => `<script src="${n}.js"></script>`).join("\n");
  const { diagnostics } = await publish("w", { "widget.html": page(`<img src="x.png">${scripts}`) });
  expect(diagnostics).toHaveLength(101);
  expect(diagnostics[100]).toMatchObject({ code: "more" });
  expect(diagnostics.slice(0, 100).every(({ severity }: { severity: string }) => severity === "error")).toBe(true);
});
