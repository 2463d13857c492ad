import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

/** A group whose notes have a `text`, and a `body` instead since its second version. */
const config = (version: number, step = "") => `
import { defineCollection, defineCommand, defineGroup, definePlugin, defineQuery, T } from "@postern/core";

const group = defineGroup("notes", { title: "Notes" });
const notes = defineCollection("notes.note", { schema: T.Record(T.String(), T.Unknown()), key: ({ id }) => [id] });
const add = defineCommand(group, {
  id: "notes.add", summary: "Add a note", input: T.Object({ id: T.String(), text: T.String() }), output: T.Object({}),
  plan: () => ({ summary: "Add it" }),
  execute: async ({ store }, _, note) => { await store.put(notes, note); return {}; },
});
const show = defineQuery(group, {
  id: "notes.show", summary: "Show a note", input: T.Object({ id: T.String() }),
  output: T.Object({ note: T.Record(T.String(), T.Unknown()) }),
  run: async ({ store }, { id }) => ({ note: await store.get(notes, id) }),
});
const migrations = {
  2: async ({ store }) => {
    ${step}
    for (const { text, ...note } of (await store.find(notes, {})).items) await store.put(notes, { ...note, body: text });
  },
};
export default { plugins: { notes: definePlugin(group, { version: "${version}.0.0", data: ${version}, operations: [add, show], collections: { notes }, migrations })() } };
`;

const backups = ({ data }: { data: string }) => readdirSync(join(data, "backups"));

describe("a group that migrates its data", () => {
  it("leaves a backup that the older version can use", async () => {
    const user = newUser();
    user.configure(config(1));
    await user.run("init");
    await user.json("notes", "add", "--id", "a", "--text", "Tea");

    user.configure(config(2));
    expect((await user.json("notes", "show", "--id", "a")).note).toEqual({ id: "a", body: "Tea" });
    const [backup = "", ...more] = backups(user);
    expect(backup).toMatch(/^before-notes-2-\d{4}-\d\d-\d\d\.backup$/);
    expect(more).toEqual([]);
    await user.json("notes", "show", "--id", "a");
    expect(backups(user)).toEqual([backup]);

    user.configure(config(1));
    expect((await user.run("notes", "add", "--id", "b", "--text", "no")).err).toContain(
      "has version 2, but this version supports up to 1",
    );
    await user.json("restore", backup, "--force");
    expect((await user.json("notes", "show", "--id", "a")).note).toEqual({ id: "a", text: "Tea" });
    await user.json("notes", "add", "--id", "b", "--text", "Milk");
  });

  it("leaves one backup if its migration fails repeatedly, and does not change the data", async () => {
    const user = newUser();
    user.configure(config(1));
    await user.run("init");
    await user.json("notes", "add", "--id", "a", "--text", "Tea");
    user.configure(config(2, `throw new Error("no");`));
    for (let time = 0; time < 3; time++) expect((await user.run("notes", "show", "--id", "a")).code).not.toBe(0);
    expect(backups(user)).toHaveLength(1);
    user.configure(config(1));
    expect((await user.json("notes", "show", "--id", "a")).note).toEqual({ id: "a", text: "Tea" });
  });
});
