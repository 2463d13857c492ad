import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

const CSV = "company,worth\r\nInitech,12\r\nCafé “É” 日本,7.5\r\n";

async function withBase() {
  const user = newUser();
  await user.run("init");
  await user.run("bases", "create", "Leads", "--slug", "leads");
  await user.run("bases", "props", "create", "leads", "company", "text");
  await user.run("bases", "props", "create", "leads", "worth", "number");
  return user;
}

describe("a file in a flag", () => {
  it("is sent byte for byte, and comes back the same", async () => {
    const user = await withBase();
    const [source, copy, book] = ["leads.csv", "copy.csv", "leads.xlsx"].map((name) => join(user.home, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(source, CSV);
    expect(await user.run("bases", "rows", "import", "leads", "--file", "leads.csv")).toMatchObject({ code: 0 });
    expect(await user.run("bases", "rows", "export", "leads", "--out", "copy.csv")).toMatchObject({ code: 0, out: "" });
    expect(readFileSync(copy, "utf8")).toBe(CSV);
    const piped = await user.run("bases", "rows", "export", "leads", "--format", "csv");
    expect(piped.out).toBe(CSV);
    expect(piped.err).toContain("rows: 2");
    expect(await user.run("bases", "rows", "export", "leads", "--out", "leads.xlsx")).toMatchObject({ code: 0 });
    expect(readFileSync(book).subarray(0, 2).toString()).toBe("PK");
    const other = await withBase();
    expect(await other.run("bases", "rows", "import", "leads", "--file", book)).toMatchObject({ code: 0 });
    expect((await other.run("bases", "rows", "export", "leads", "--format", "csv")).out).toBe(CSV);
  });

  it("may be standard input", async () => {
    const user = await withBase();
    const { code } = await user.runWith({}, CSV, "bases", "rows", "import", "leads", "csv", "--file", "-");
    expect(code).toBe(0);
    expect((await user.json("bases", "rows", "list", "leads")).total).toBe(2);
  });

  it("is uploaded in parts if it is long, from a file and from standard input", async () => {
    const user = await withBase();
    const long = `company,worth\n${Array.from({ length: 4_500 }, (_, n) => `${"茶".repeat(700)} ${n},${n}`).join("\n")}\n`;
    expect(Buffer.byteLength(long)).toBeGreaterThan(2 * 4 * 2 ** 20);
    writeFileSync(join(user.home, "long.csv"), long);
    const { url } = await user.serve();
    const answer = await user.json("bases", "rows", "import", "leads", "--file", "long.csv", "--gateway", url);
    expect(answer).toMatchObject({ state: "running", lines: 4_500, bad: 0 });
    await until(async () => {
      const { import: shown } = await user.json("bases", "imports", "show", answer.import);
      expect(shown).toMatchObject({ state: "done", rows: 4_500 });
    });
    const [last] = (await user.json("bases", "rows", "list", "leads", "--sort", "worth:desc", "--limit", "1")).rows;
    expect(last.values).toEqual({ company: `${"茶".repeat(700)} 4499`, worth: 4_499 });
    const piped = await user.runWith({}, long, "bases", "rows", "import", "leads", "csv", "--file", "-", "--dry-run");
    expect(piped.out).toContain('Import 4500 rows into the base "leads"');
  });

  it("that is not UTF-8 is rejected with the line", async () => {
    const user = await withBase();
    writeFileSync(join(user.home, "latin.csv"), Buffer.from("company,worth\nInitech,1\ncaf\u00e9,2\n", "latin1"));
    const { code, err } = await user.run("bases", "rows", "import", "leads", "--file", "latin.csv");
    expect(code).toBe(2);
    expect(err).toContain("--content is not UTF-8 text: line 3 has an invalid character; save the file as UTF-8\n");
  });

  it("may also be the text itself", async () => {
    const user = await withBase();
    const answer = await user.json("bases", "rows", "import", "leads", "csv", "company,worth\nInitech,12\n");
    expect(answer).toMatchObject({ state: "done", created: 1 });
  });

  it("must exist, and be text if it is no document", async () => {
    const user = await withBase();
    const missing = await user.run("bases", "rows", "import", "leads", "--file", "none.csv");
    expect(missing).toMatchObject({ code: 2, err: "Cannot read none.csv: the file does not exist\n" });
    writeFileSync(join(user.home, "binary"), Buffer.from([0xff, 0xfe, 0x00]));
    await user.run("chats", "create", "Tea");
    const binary = await user.run("chats", "messages", "create", "Tea", "--content-file", "binary");
    expect(binary).toMatchObject({ code: 2, err: "--content must be text, and binary is not UTF-8 text\n" });
  });

  it("is asked for by the flag that names it, and its format by the choices", async () => {
    const user = await withBase();
    const refused = async (...args: string[]) => (await user.run("bases", "rows", "import", "leads", ...args)).err;
    expect(await refused()).toBe("Give the file: --file leads.csv, or --file - for standard input\n");
    writeFileSync(join(user.home, "leads.txt"), "company,size\nInitech,12\n");
    expect(await refused("--file", "leads.txt")).toContain("--format is required: csv or xlsx\n");
    expect(await refused("--file", "leads.txt", "--format", "csv")).toContain(
      [
        '--content has a column "size" that is not a property of this base, which has company, worth',
        "--createProperties must be true to create this column\n",
      ].join("\n"),
    );
  });

  it("prints the text of a message unchanged", async () => {
    const user = await withBase();
    const text = "First\n\n  second\tline\r\nthird";
    writeFileSync(join(user.home, "text"), text);
    await user.run("chats", "create", "Tea");
    const { message } = await user.json("chats", "messages", "create", "Tea", "--content-file", "text");
    expect(message.content.text).toBe(text);
  });
});

describe("the sound of a request", () => {
  it("is written to a file or a pipe with the bytes that the gateway serves", async () => {
    const user = newUser();
    user.configure({ plugins: { audio: { engine: "flite" } } });
    const [key = ""] = /rctx_[\w-]+/.exec((await user.run("init")).out) ?? [];
    const { url } = await user.serve();
    await user.run("audio", "tts", "Hello there", "--id", "inbox-42", "--execute");
    await until(async () => {
      const { request } = await user.json("audio", "requests", "show", "inbox-42");
      expect(request.state).toBe("ready");
    });
    const headers = { authorization: `Bearer ${key}` };
    const served = Buffer.from(
      await (await fetch(`${url}/api/v1/audio/requests/inbox-42/audio`, { headers })).arrayBuffer(),
    );
    expect(await user.run("audio", "sound", "inbox-42", "--out", "hello.wav")).toMatchObject({ code: 0, out: "" });
    const written = readFileSync(join(user.home, "hello.wav"));
    expect(written.equals(served)).toBe(true);
    expect([written.toString("latin1", 0, 4), written.toString("latin1", 8, 12)]).toEqual(["RIFF", "WAVE"]);
    expect(written.readUInt32LE(4)).toBe(written.length - 8);
    const { child, ended } = user.launch(["audio", "sound", "inbox-42"]);
    const piped: Buffer[] = [];
    child.stdout.setEncoding("latin1").on("data", (chunk) => void piped.push(Buffer.from(chunk, "latin1")));
    expect((await ended).code).toBe(0);
    expect(Buffer.concat(piped).equals(served)).toBe(true);
  });
});

describe("a calendar", () => {
  it("is exported with the line breaks of its format, and imported again", async () => {
    const user = newUser();
    await user.run("init");
    await user.run("calendars", "create", "Work", "--timezone", "UTC");
    const times = ["2026-12-01T09:00:00Z", "2026-12-01T09:30:00Z"];
    await user.run("calendars", "events", "create", "Work", "Stand-up é", ...times);
    const first = await user.run("calendars", "export", "Work");
    expect(first.out).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
    await user.run("calendars", "export", "Work", "--out", "work.ics");
    const written = readFileSync(join(user.home, "work.ics"), "utf8");
    const withoutStamp = (text: string) => text.replaceAll(/DTSTAMP:.*/g, "");
    expect(withoutStamp(written)).toBe(withoutStamp(first.out));
    await user.run("calendars", "create", "Copy", "--timezone", "UTC");
    expect((await user.json("calendars", "import", "Copy", "--file", "work.ics")).created).toBe(1);
    expect((await user.json("calendars", "events", "list", "--calendar", "Copy")).events[0].title).toBe("Stand-up é");
  });
});
