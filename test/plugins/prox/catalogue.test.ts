import { defineCollection, T } from "@postern/core";
import { recordsOf, Transaction } from "@postern/core/storage";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { offering, openFixture } from "./fixture.ts";

describe("the built-in catalogue", () => {
  it("contains only valid, complete profiles", async () => {
    const { post } = await openFixture();
    const answer = await post("list");
    expect(answer).not.toHaveProperty("diagnostics");
    expect(answer.profiles.length).toBeGreaterThanOrEqual(8);
    for (const profile of answer.profiles) {
      expect(profile).toMatchObject({ source: "system", enabled: true, language: "en" });
      expect(profile.tags.length).toBeGreaterThan(0);
      expect(profile.firstMessage.length).toBeGreaterThan(20);
      expect(profile.prompt).toContain("You are an automated assistant");
      expect(profile).not.toHaveProperty("createdAt");
    }
  });

  it("is not written to the store when it is read", async () => {
    const storage = memory();
    const { ids } = await openFixture([], storage);
    const keys = async () => (await storage.getKeys("", {})).filter((key) => key.includes("prox"));
    const before = await keys();
    await ids();
    await ids({ tag: "outbound" });
    expect(await keys()).toEqual(before);
  });

  it("cannot be changed, and the error suggests a command", async () => {
    const { ask } = await openFixture();
    for (const verb of ["update", "remove"])
      expect((await ask(verb, { profileId: "follow-up" })).body).toMatchObject({
        status: 409,
        code: "prox.profile_read_only",
        fix: "postern prox calls profiles create --profileId follow-up --from follow-up",
      });
  });

  it("is not affected by changes to returned objects", async () => {
    const { gateway, post } = await openFixture();
    const before = await post("list");
    const { profile } = await gateway.call("prox.calls.profiles.show", { profileId: "follow-up" });
    profile.tags.push("changed");
    profile.name = "Changed";
    const { profiles } = await gateway.call("prox.calls.profiles.list", {});
    for (const one of profiles) one.tags?.splice(0);
    expect(await post("list")).toEqual(before);
  });

  it("can be overridden by a stored profile until that is removed", async () => {
    const { ids, post } = await openFixture();
    const [before, all] = [(await post("show", { profileId: "follow-up" })).profile, await ids()];
    const { profile } = await post("create", { profileId: "follow-up", from: "follow-up", connection: "main" });
    expect(profile).toMatchObject({ ...before, source: "store", overrides: true, connection: "main" });
    expect(await ids()).toEqual(all);
    expect((await post("update", { profileId: "follow-up", enabled: false })).profile).toMatchObject({
      enabled: false,
      overrides: true,
    });
    expect(await post("remove", { profileId: "follow-up" })).toMatchObject({
      removed: { profileId: "follow-up", connection: "main" },
      profile: before,
    });
    expect((await post("show", { profileId: "follow-up" })).profile).toEqual(before);
  });

  it("is not listed by tags that the overriding profile does not have", async () => {
    const { ids, post } = await openFixture();
    expect(await ids({ tag: "survey" })).toEqual(["feedback-survey"]);
    await post("create", { profileId: "feedback-survey", from: "feedback-survey", tags: ["mine"] });
    expect(await ids({ tag: "survey" })).toEqual([]);
    expect(await ids({ tag: "mine" })).toEqual(["feedback-survey"]);
  });
});

describe("profiles of plugins", () => {
  const good = { profileId: "plumber", name: "Plumber", tags: ["trade"], language: "en-gb" };

  it("are listed with the others and override built-in profiles", async () => {
    const taken = { profileId: "follow-up", name: "Theirs", tags: ["trade"] };
    const { ids, post } = await openFixture([offering("trades", [good, taken])]);
    expect(await ids({ tag: "trade" })).toEqual(["follow-up", "plumber"]);
    const { profile } = await post("show", { profileId: "plumber" });
    expect(profile).toMatchObject({ source: "plugin", plugin: "trades", language: "en-GB", enabled: true });
    expect((await post("show", { profileId: "follow-up" })).profile).toMatchObject({ name: "Theirs" });
    expect(await post("list")).not.toHaveProperty("diagnostics");
  });

  it("disappear when they are unregistered", async () => {
    const undo: (() => void)[] = [];
    const { ask, post } = await openFixture([
      offering("trades", [good, { profileId: "follow-up", name: "Theirs" }], undo),
    ]);
    for (const end of undo) end();
    expect((await ask("show", { profileId: "plumber" })).status).toBe(404);
    expect((await post("show", { profileId: "follow-up" })).profile.source).toBe("system");
  });

  it.each([
    [null, undefined, "A profile must be an object with profileId and name"],
    [[], undefined, "A profile must be an object with profileId and name"],
    ["text", undefined, "A profile must be an object with profileId and name"],
    [{ name: "x" }, "/profileId", "profileId must be present"],
    [{ profileId: "bad", nmae: "x" }, "/nmae", "Unknown field; allowed fields: profileId, name, language"],
    [{ profileId: "bad" }, "/name", "name must be present"],
    [{ profileId: "Bad", name: "x" }, "/profileId", 'profileId must match ^[a-z0-9][a-z0-9_-]{0,62}$; "Bad" does not'],
    [{ profileId: "bad", name: "" }, "/name", "name must be text of 1 to 200 characters"],
    [{ profileId: "bad", name: 7 }, "/name", "name must be text"],
    [{ profileId: "bad", name: "x", tags: "a" }, "/tags", "tags must be a list of at most 50 different texts"],
    [{ profileId: "bad", name: "x", tags: ["a", "a"] }, "/tags", "tags must be a list"],
    [{ profileId: "bad", name: "x", enabled: "no" }, "/enabled", "enabled must be true or false"],
    [
      { profileId: "bad", name: "x", voicemailPolicy: "wait" },
      "/voicemailPolicy",
      "voicemailPolicy must be one of hangup, leave_message",
    ],
    [
      { profileId: "bad", name: "x", language: "elvish" },
      "/language",
      "language must be a BCP 47 language tag, for example en",
    ],
    [{ profileId: "bad", name: "x", prompt: "y".repeat(20_001) }, "/prompt", "prompt must be text of 0 to 20000"],
  ])("are reported in the diagnostics if they are invalid, like %.60j", async (entry, path, message) => {
    const { ids, post } = await openFixture([offering("trades", [entry, good])]);
    const { diagnostics } = await post("list");
    expect(diagnostics).toEqual([
      {
        code: "invalid_profile",
        severity: "error",
        source: "plugin",
        plugin: "trades",
        ...(typeof (entry as { profileId?: unknown })?.profileId === "string" && {
          profileId: (entry as { profileId: string }).profileId,
        }),
        ...(path !== undefined && { path }),
        message: expect.stringContaining(message),
      },
    ]);
    expect(await ids({ tag: "trade" })).toEqual(["plumber"]);
  });

  it("are rejected with a reason if they are invalid, and can be overridden", async () => {
    const { ask, post } = await openFixture([offering("trades", [{ profileId: "broken", name: 1 }])]);
    for (const verb of ["show", "check"])
      expect((await ask(verb, { profileId: "broken" })).body).toMatchObject({
        status: 409,
        code: "prox.profile_broken",
        reason: "name must be text",
      });
    await post("create", { profileId: "broken", name: "Fixed" });
    expect((await post("show", { profileId: "broken" })).profile.name).toBe("Fixed");
  });

  it("of the first plugin win if two plugins use the same id", async () => {
    const { post } = await openFixture([
      offering("first", [good]),
      offering("second", [
        { ...good, name: "Other" },
        { ...good, profileId: "roofer" },
      ]),
    ]);
    expect((await post("show", { profileId: "plumber" })).profile).toMatchObject({ name: "Plumber", plugin: "first" });
    expect((await post("show", { profileId: "roofer" })).profile.plugin).toBe("second");
    expect((await post("list")).diagnostics).toEqual([
      {
        code: "duplicate_profile",
        severity: "error",
        source: "plugin",
        plugin: "second",
        profileId: "plumber",
        path: "/profileId",
        message: 'The plugin "first" already provides a profile with this id',
      },
    ]);
  });
});

describe("a damaged stored profile", () => {
  // Writes damaged records past the validation of the plugin.
  const raw = defineCollection("prox.profile", {
    schema: T.Object({ id: T.String() }),
    key: ({ id }) => [id],
    indexes: { byTag: ({ tags = [] }: { id: string; tags?: string[] }) => tags.map((tag) => [tag]) },
  });
  it.each([
    [{}, "createdAt and updatedAt must be numbers"],
    [{ createdAt: 1, updatedAt: 1, name: "x" }, "tags, enabled and voicemailPolicy must be present"],
    [{ createdAt: 1, updatedAt: 1, tags: [], enabled: true, voicemailPolicy: "hangup" }, "name must be present"],
    [
      { createdAt: 1, updatedAt: 1, tags: [], enabled: true, voicemailPolicy: "wait", name: "x" },
      "voicemailPolicy must be one of",
    ],
  ])("is reported in the diagnostics, and the others are listed", async (said, message) => {
    const { storage, ask, ids, post } = await openFixture();
    const all = await ids();
    await post("create", { profileId: "whole", name: "Whole" });
    const tx = new Transaction(storage);
    await recordsOf(tx).put(raw, { id: "broken", ...said });
    expect(await tx.commit(storage)).toBeTruthy();
    expect(await ids()).toEqual([...all, "whole"].sort());
    expect((await post("list")).diagnostics).toEqual([
      expect.objectContaining({
        code: "invalid_profile",
        source: "store",
        profileId: "broken",
        message: expect.stringContaining(message),
      }),
    ]);
    for (const verb of ["show", "check", "update"])
      expect((await ask(verb, { profileId: "broken" })).body).toMatchObject({
        status: 409,
        code: "prox.profile_broken",
        fix: "postern prox calls profiles remove --profileId broken",
      });
    expect((await post("remove", { profileId: "broken" })).removed).toMatchObject({ profileId: "broken", tags: [] });
    expect(await post("list")).not.toHaveProperty("diagnostics");
  });
});
