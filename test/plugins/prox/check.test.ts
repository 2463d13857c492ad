import agents from "@postern/agents";
import { expect, it } from "vitest";
import { openFixture, surroundings } from "./fixture.ts";

const whole = {
  profileId: "mine",
  name: "Mine",
  provider: "twilio",
  connection: "main",
  agentId: "anna",
  language: "en",
  prompt: "Say hello.",
};
const change = "postern prox calls profiles update --profileId mine";

it("a complete profile is ready", async () => {
  const { post } = await openFixture([surroundings()]);
  await post("create", whole);
  expect(await post("check", { profileId: "mine" })).toEqual({ profileId: "mine", ready: true, missing: [] });
});

it("a catalogue profile needs a provider, and the fix creates a copy", async () => {
  const { post } = await openFixture([surroundings()]);
  const { ready, missing } = await post("check", { profileId: "follow-up" });
  const create = "postern prox calls profiles create --profileId follow-up --from follow-up";
  expect({ ready, missing }).toEqual({
    ready: false,
    missing: [
      { field: "provider", reason: "No telephony provider is set.", fix: `${create} --provider PROVIDER` },
      {
        field: "connection",
        reason: "No connection with credentials is set.",
        fix: `${create} --connection CONNECTION`,
      },
    ],
  });
});

it.each([
  [{ enabled: false }, "enabled", "The profile is disabled.", `${change} --enabled`],
  [{ language: "" }, "language", "No language is set.", `${change} --language en`],
  [{ prompt: "" }, "prompt", "Neither a prompt nor a first message is set.", `${change} --prompt TEXT`],
  [{ agentId: "nobody" }, "agentId", 'Agent "nobody" does not exist.', `${change} --agentId AGENT`],
  [{ agentId: "gone" }, "agentId", 'Agent "gone" is archived.', "postern agents unarchive --id gone"],
  [
    { connection: "none" },
    "connection",
    'Connection "none" of twilio does not exist.',
    `${change} --connection CONNECTION`,
  ],
  [
    { provider: "telnyx" },
    "connection",
    'Connection "main" of telnyx does not exist.',
    `${change} --connection CONNECTION`,
  ],
  [
    { connection: "old" },
    "connection",
    'Connection "old" is disabled.',
    "postern credentials connections enable --connection old --provider twilio",
  ],
])("with %j it needs %s", async (said, field, reason, fix) => {
  const { post } = await openFixture([surroundings()]);
  await post("create", { ...whole, ...said });
  expect(await post("check", { profileId: "mine" })).toEqual({
    profileId: "mine",
    ready: false,
    missing: [{ field, reason, fix }],
  });
});

it("a first message is sufficient without a prompt or an agent", async () => {
  const { post } = await openFixture([surroundings()]);
  await post("create", { ...whole, agentId: "", prompt: "", firstMessage: "Hello." });
  expect(await post("check", { profileId: "mine" })).toMatchObject({ ready: true, missing: [] });
});

it("fields that cannot be checked are reported separately", async () => {
  const { post } = await openFixture();
  await post("create", whole);
  expect(await post("check", { profileId: "mine" })).toEqual({
    profileId: "mine",
    ready: true,
    missing: [],
    unchecked: [
      { field: "connection", reason: 'The plugin "credentials" is not enabled.' },
      { field: "agentId", reason: 'The plugin "agents" is not enabled.' },
    ],
  });
});

it("a disabled profile is ready after it is enabled", async () => {
  const { post } = await openFixture([surroundings()]);
  await post("create", { ...whole, enabled: false });
  await post("update", { profileId: "mine", enabled: true });
  expect((await post("check", { profileId: "mine" })).ready).toBe(true);
});

it("an agent is looked up if the agents plugin is enabled", async () => {
  const { admin, post } = await openFixture([agents()]);
  await post("create", { ...whole, agentId: "ben" });
  const lacks = async () => (await post("check", { profileId: "mine" })).missing;
  expect(await lacks()).toMatchObject([{ field: "agentId", reason: 'Agent "ben" does not exist.' }]);
  expect((await admin.post("agents.create", { id: "ben" })).status).toBe(200);
  expect(await lacks()).toEqual([]);
  await admin.post("agents.archive", { id: "ben" });
  const [lack] = await lacks();
  expect(lack).toMatchObject({ field: "agentId", fix: "postern agents unarchive --id ben" });
  expect((await admin.post("agents.unarchive", { id: "ben" })).status).toBe(200);
  expect(await lacks()).toEqual([]);
});
