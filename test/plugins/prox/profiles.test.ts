import { profileCreated, profileRemoved, profileUpdated } from "@postern/prox";
import { describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";
import { openFixture } from "./fixture.ts";

const tow = {
  profileId: "tow-truck",
  name: "Tow truck",
  language: "de-ch",
  tags: ["inbound", "cars"],
  provider: "twilio",
  connection: "main",
  agentId: "anna",
  voice: "alloy",
  firstMessage: "Where are you?",
  prompt: "Find out where the car stands.",
};

describe("a call profile", () => {
  it("is created with the given fields, a normalized language and defaults", async () => {
    const { post } = await openFixture();
    const { profile } = await post("create", tow);
    const { profileId: id, ...said } = tow;
    expect(profile).toEqual({
      id,
      ...said,
      language: "de-CH",
      enabled: true,
      voicemailPolicy: "hangup",
      source: "store",
      createdAt: expect.any(Number),
      updatedAt: profile.createdAt,
    });
    expect(await post("show", { profileId: id })).toEqual({ profile });
    const bare = (await post("create", { profileId: "bare", name: "Bare", language: "", prompt: "" })).profile;
    expect(bare).toEqual({
      id: "bare",
      name: "Bare",
      tags: [],
      enabled: true,
      voicemailPolicy: "hangup",
      source: "store",
      createdAt: expect.any(Number),
      updatedAt: bare.createdAt,
    });
  });

  it("is created only once", async () => {
    const { ask, post } = await openFixture();
    await post("create", tow);
    expect((await ask("create", { ...tow, name: "Other" })).body).toMatchObject({
      status: 409,
      code: "prox.profile_exists",
      profileId: "tow-truck",
      fix: "postern prox calls profiles update --profileId tow-truck",
    });
    expect((await post("show", { profileId: "tow-truck" })).profile.name).toBe("Tow truck");
  });

  it("copies the fields of another profile that are not given", async () => {
    const { ask, post } = await openFixture();
    await post("create", tow);
    const { profile } = await post("create", {
      profileId: "tow-night",
      from: "tow-truck",
      voice: "",
      tags: [],
      enabled: false,
      voicemailPolicy: "leave_message",
    });
    expect(profile).toMatchObject({
      id: "tow-night",
      name: "Tow truck",
      prompt: tow.prompt,
      tags: [],
      enabled: false,
      voicemailPolicy: "leave_message",
    });
    expect(profile).not.toHaveProperty("voice");
    expect((await ask("create", { profileId: "x", from: "nowhere" })).body).toMatchObject({
      status: 404,
      code: "prox.profile_not_found",
      profileId: "nowhere",
    });
    expect((await ask("create", { profileId: "x" })).body).toMatchObject({
      status: 400,
      issues: [{ path: "", code: "anyOf", message: "requires name, or from" }],
    });
  });

  it("is updated with the given fields, and empty values remove fields", async () => {
    const { post } = await openFixture();
    await post("create", tow);
    const changes = { name: "Recovery", tags: ["outbound"], enabled: false, voicemailPolicy: "leave_message" };
    const { profile } = await post("update", { profileId: "tow-truck", ...changes, language: "fr" });
    expect(profile).toMatchObject({ ...changes, language: "fr", prompt: tow.prompt });
    const empty = { language: "", provider: "", connection: "", agentId: "", voice: "", firstMessage: "", prompt: "" };
    const bare = (await post("update", { profileId: "tow-truck", ...empty, tags: [] })).profile;
    for (const field of Object.keys(empty)) expect(bare).not.toHaveProperty(field);
    expect(bare).toMatchObject({ name: "Recovery", tags: [] });
  });

  it("emits an event for every change, and none if nothing changes", async () => {
    const { gateway, post } = await openFixture();
    const received: unknown[] = [];
    for (const event of [profileCreated, profileUpdated, profileRemoved])
      gateway.on(event, ({ type, subject, data }) => received.push([type, subject, data.profile.name]));
    await post("create", tow);
    await post("update", { profileId: "tow-truck", name: "Tow truck", language: "DE-ch", voicemailPolicy: "hangup" });
    await post("update", { profileId: "tow-truck", name: "Recovery" });
    await post("remove", { profileId: "tow-truck" });
    expect(received).toEqual([
      ["prox.profile.created", "tow-truck", "Tow truck"],
      ["prox.profile.updated", "tow-truck", "Recovery"],
      ["prox.profile.removed", "tow-truck", "Recovery"],
    ]);
  });

  it("is removed with a response that can recreate it", async () => {
    const { ask, post } = await openFixture();
    const { profile } = await post("create", { ...tow, enabled: false });
    const answer = await post("remove", { profileId: "tow-truck" });
    expect(answer).toEqual({ removed: { ...tow, language: "de-CH", enabled: false, voicemailPolicy: "hangup" } });
    expect((await ask("show", { profileId: "tow-truck" })).status).toBe(404);
    const again = (await post("create", answer.removed)).profile;
    expect({ ...again, createdAt: 0, updatedAt: 0 }).toEqual({ ...profile, createdAt: 0, updatedAt: 0 });
  });

  it("is 404 if it does not exist", async () => {
    const { ask } = await openFixture();
    for (const verb of ["show", "update", "remove", "check"])
      expect((await ask(verb, { profileId: "constructor" })).body).toMatchObject({
        status: 404,
        code: "prox.profile_not_found",
        fix: "postern prox calls profiles list",
      });
  });

  it("is not accessible to a key narrowed to another profile, not even as a copy", async () => {
    const { ask, client, post } = await openFixture();
    await post("create", tow);
    const narrow = await client(["prox:write@mine"]);
    expect((await ask("create", { profileId: "mine", name: "Mine" }, narrow)).status).toBe(200);
    expect((await ask("update", { profileId: "mine", name: "Ours" }, narrow)).status).toBe(200);
    for (const verb of ["show", "update", "remove", "check"])
      expect((await ask(verb, { profileId: "tow-truck" }, narrow)).status).toBe(403);
    await post("remove", { profileId: "mine" });
    expect((await ask("create", { profileId: "mine", from: "tow-truck" }, narrow)).status).toBe(403);
    expect((await ask("list", {}, narrow)).body).toMatchObject({ profiles: [], total: 0 });
  });

  it("does not show the prompt in a plan", async () => {
    const { admin } = await openFixture();
    const reply = await admin.post("prox.calls.profiles.create", tow, { "x-dry-run": "true" });
    expect(reply.body.plan).toEqual({ summary: "Create the call profile tow-truck", overrides: false });
  });
});

describe("invalid input", () => {
  it.each(
    titled(
      [
        ["create", { name: "x" }, "/profileId"],
        ["create", { profileId: "Tow", name: "x" }, "/profileId"],
        ["create", { profileId: "../tow", name: "x" }, "/profileId"],
        ["create", { profileId: "", name: "x" }, "/profileId"],
        ["create", { profileId: "a".repeat(64), name: "x" }, "/profileId"],
        ["create", { profileId: "a", name: " " }, "/name"],
        ["create", { profileId: "a", name: "x", language: "english" }, "/language"],
        ["create", { profileId: "a", name: "x", language: "zz" }, "/language"],
        ["create", { profileId: "a", name: "x", language: "en_US" }, "/language"],
        ["create", { profileId: "a", name: "x", language: "en-en-en" }, "/language"],
        ["create", { profileId: "a", name: "x", provider: "Twilio Inc" }, "/provider"],
        ["create", { profileId: "a", name: "x", agentId: "-a" }, "/agentId"],
        ["create", { profileId: "a", name: "x", tags: "outbound" }, "/tags"],
        ["create", { profileId: "a", name: "x", tags: ["a", "a"] }, "/tags"],
        ["create", { profileId: "a", name: "x", tags: [""] }, "/tags/0"],
        ["create", { profileId: "a", name: "x", voicemailPolicy: "wait" }, "/voicemailPolicy"],
        ["create", { profileId: "a", name: "x", enabled: "yes" }, "/enabled"],
        ["create", { profileId: "a", name: "x", prompt: "y".repeat(20_001) }, "/prompt"],
        ["create", { profileId: "a", name: "x", source: "system" }, "/source"],
        ["update", { profileId: "a", name: "" }, "/name"],
        ["update", { profileId: "a", language: "klingon" }, "/language"],
        ["list", { tag: "" }, "/tag"],
        ["list", { limit: "0" }, "/limit"],
        ["list", { limit: "501" }, "/limit"],
        ["list", { limit: " 5 " }, "/limit"],
        ["list", { limit: 5 }, "/limit"],
        ["list", { offset: "1e3" }, "/offset"],
        ["list", { fields: "id" }, "/fields"],
      ],
      1,
    ),
  )("%s is rejected by %s", async (_title, verb, body, path) => {
    const { ask } = await openFixture();
    expect((await ask(verb, body)).body).toMatchObject({
      status: 400,
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });
});
