import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

  it("must exist, and be text if it is no document", async () => {
    const user = await withBase();
    const missing = await user.run("bases", "rows", "import", "leads", "--file", "none.csv");
    expect(missing).toMatchObject({ code: 2, err: "Cannot read --content-file none.csv: ENOENT\n" });
    writeFileSync(join(user.home, "binary"), Buffer.from([0xff, 0xfe, 0x00]));
    await user.run("chats", "create", "Tea");
    const binary = await user.run("chats", "messages", "create", "Tea", "--content-file", "binary");
    expect(binary).toMatchObject({ code: 2, err: "--content-file binary is not UTF-8 text\n" });
  });

  it("gives the text of a message as it is", async () => {
    const user = await withBase();
    const text = "First\n\n  second\tline\r\nthird";
    writeFileSync(join(user.home, "text"), text);
    await user.run("chats", "create", "Tea");
    const { message } = await user.json("chats", "messages", "create", "Tea", "--content-file", "text");
    expect(message.content.text).toBe(text);
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
