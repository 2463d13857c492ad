import agents from "@postern/agents";
import { expect, it } from "vitest";
import { openHouse, surroundings } from "./house.ts";

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

it("a profile that lacks nothing is ready", async () => {
  const { post } = await openHouse([surroundings()]);
  await post("create", whole);
  expect(await post("check", { profileId: "mine" })).toEqual({ profileId: "mine", ready: true, missing: [] });
});

it("one of the catalogue lacks who carries the call, and the fix makes one's own of it", async () => {
  const { post } = await openHouse([surroundings()]);
  const { ready, missing } = await post("check", { profileId: "follow-up" });
  const create = "postern prox calls profiles create --profileId follow-up --from follow-up";
  expect({ ready, missing }).toEqual({
    ready: false,
    missing: [
      { field: "provider", reason: "Nobody is named who carries the call", fix: `${create} --provider PROVIDER` },
      {
        field: "connection",
        reason: "No connection is named that holds the credentials",
        fix: `${create} --connection CONNECTION`,
      },
    ],
  });
});

it.each([
  [{ enabled: false }, "enabled", "It is switched off", `${change} --enabled`],
  [{ language: "" }, "language", "It does not say which language is spoken", `${change} --language en`],
  [
    { prompt: "" },
    "prompt",
    "There is neither a prompt nor a first message, so nothing would be said",
    `${change} --prompt TEXT`,
  ],
  [{ agentId: "nobody" }, "agentId", "There is no agent nobody", `${change} --agentId AGENT`],
  [{ agentId: "gone" }, "agentId", "The agent gone is archived", "postern agents unarchive --id gone"],
  [{ connection: "none" }, "connection", "There is no connection none of twilio", `${change} --connection CONNECTION`],
  [{ provider: "telnyx" }, "connection", "There is no connection main of telnyx", `${change} --connection CONNECTION`],
  [
    { connection: "old" },
    "connection",
    "The connection old is disabled",
    "postern credentials connections enable --connection old --provider twilio",
  ],
])("with %j it lacks %s", async (said, field, reason, fix) => {
  const { post } = await openHouse([surroundings()]);
  await post("create", { ...whole, ...said });
  expect(await post("check", { profileId: "mine" })).toEqual({
    profileId: "mine",
    ready: false,
    missing: [{ field, reason, fix }],
  });
});

it("a first message alone is enough to be said, and no agent is needed", async () => {
  const { post } = await openHouse([surroundings()]);
  await post("create", { ...whole, agentId: "", prompt: "", firstMessage: "Hello." });
  expect(await post("check", { profileId: "mine" })).toMatchObject({ ready: true, missing: [] });
});

it("what nobody here can tell of is told apart", async () => {
  const { post } = await openHouse();
  await post("create", whole);
  expect(await post("check", { profileId: "mine" })).toEqual({
    profileId: "mine",
    ready: true,
    missing: [],
    unchecked: [
      { field: "connection", reason: "cannot be checked: no credentials group" },
      { field: "agentId", reason: "cannot be checked: no agents group" },
    ],
  });
});

it("a broken fix would help nobody: switching on works as it is written", async () => {
  const { post } = await openHouse([surroundings()]);
  await post("create", { ...whole, enabled: false });
  await post("update", { profileId: "mine", enabled: true });
  expect((await post("check", { profileId: "mine" })).ready).toBe(true);
});

it("an agent is looked up where the agents group is enabled", async () => {
  const { admin, post } = await openHouse([agents()]);
  await post("create", { ...whole, agentId: "ben" });
  const lacks = async () => (await post("check", { profileId: "mine" })).missing;
  expect(await lacks()).toMatchObject([{ field: "agentId", reason: "There is no agent ben" }]);
  expect((await admin.post("agents.create", { id: "ben" })).status).toBe(200);
  expect(await lacks()).toEqual([]);
  await admin.post("agents.archive", { id: "ben" });
  const [lack] = await lacks();
  expect(lack).toMatchObject({ field: "agentId", fix: "postern agents unarchive --id ben" });
  expect((await admin.post("agents.unarchive", { id: "ben" })).status).toBe(200);
  expect(await lacks()).toEqual([]);
});
