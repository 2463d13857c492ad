import type { VoiceRuntime } from "@postern/meetings/services";
import { expect, it } from "vitest";
import { bareMachine, offering, openFixture, runtime, type Shown } from "./fixture.ts";

it("runtimes of plugins rank before catalogue runtimes with the same availability", async () => {
  bareMachine();
  const { post } = await openFixture({}, [
    offering("loud", [
      runtime(),
      runtime({
        id: "tin-can",
        label: "Tin can",
        availability: async () => "not_installed" as const,
        defaultModel: "string",
      }),
    ]),
  ]);
  const { candidates, defaultRuntimeId } = await post();
  const { availability: _, ...said } = runtime();
  expect(candidates.slice(0, 3)).toMatchObject([
    { ...said, availability: "ready" },
    { id: "tin-can", availability: "not_installed", defaultModel: "string" },
    { id: "openai-realtime" },
  ]);
  expect(defaultRuntimeId).toBe("megaphone");
  expect((await post(".show", { id: "tin-can" })).runtime).toMatchObject({ source: "plugin", missing: [] });
});

it("a runtime of a plugin overrides a catalogue runtime until it is unregistered", async () => {
  const undo: (() => void)[] = [];
  const { post } = await openFixture({}, [offering("better", [runtime({ id: "pipecat", label: "Ours" })], undo)]);
  const all = async () => (await post()).candidates.filter(({ id }: Shown) => id === "pipecat");
  expect(await all()).toMatchObject([{ label: "Ours", availability: "ready" }]);
  for (const end of undo) end();
  expect(await all()).toMatchObject([{ label: "Pipecat", availability: "planned" }]);
});

it("a second plugin with the same runtime id does not start", async () => {
  const { logged, post } = await openFixture({}, [
    offering("first", [runtime()]),
    offering("second", [runtime({ label: "Bullhorn" })]),
  ]);
  expect((await post(".show", { id: "megaphone" })).runtime.label).toBe("Megaphone");
  expect(logged).toMatchObject([
    {
      level: "error",
      fields: {
        plugin: "second",
        error: expect.stringContaining(
          'Two plugins register the voice runtime "megaphone": "Megaphone" and "Bullhorn"',
        ),
      },
    },
  ]);
});

it.each<[string, () => unknown, string]>([
  [
    "throws",
    () => {
      throw new Error("at https://secret.example");
    },
    "at https://secret.example",
  ],
  ["rejects", () => Promise.reject("later"), "later"],
  ["returns an unknown value", () => "maybe", 'availability() returned "maybe"'],
  ["returns nothing", () => undefined, "availability() returned undefined"],
  ["never finishes", () => new Promise(() => {}), "availability() did not finish within 1000 ms"],
])("a runtime that %s is logged and reported as not installed", async (_, availability, error) => {
  const broken = runtime({ id: "broken", availability: availability as VoiceRuntime["availability"] });
  const { logged, post } = await openFixture({}, [offering("loud", [broken, runtime()])]);
  const { candidates } = await post();
  expect(candidates[0].id).toBe("megaphone");
  expect(candidates.find(({ id }: Shown) => id === "broken")).toMatchObject({
    availability: "not_installed",
    constraints: ["Heard by everybody", "Its plugin failed to report its availability"],
  });
  expect(JSON.stringify(candidates)).not.toContain("secret.example");
  expect(logged).toMatchObject([{ level: "warn", fields: { runtime: "broken" } }]);
  expect(String(logged[0]?.fields.error)).toContain(error);
});

it.each<[object, string]>([
  [{ id: "No such" }, 'id of a voice runtime must be a text like openai-realtime, not "No such"'],
  [{ id: undefined }, "id of a voice runtime must be a text like openai-realtime, not undefined"],
  [{ kind: "" }, 'kind of a voice runtime must be a text of 1 to 500 characters (voice runtime "megaphone")'],
  [{ label: 7 }, 'label of a voice runtime must be a text of 1 to 500 characters (voice runtime "megaphone")'],
  [
    { docsUrl: "javascript:alert(1)" },
    'docsUrl of a voice runtime must be an HTTP address (voice runtime "megaphone")',
  ],
  [{ docsUrl: "https://" }, 'docsUrl of a voice runtime must be an HTTP address (voice runtime "megaphone")'],
  [{ constraints: "none" }, "constraints of a voice runtime must be a list of at most 50 texts"],
  [{ strengths: [1] }, "strengths of a voice runtime must be a list of at most 50 texts"],
  [{ defaultModel: "" }, "defaultModel of a voice runtime must be a text, or absent"],
  [{ availability: "ready" }, "availability of a voice runtime must be a function"],
])("a plugin that registers %j does not start", async (said, reason) => {
  const { gateway, logged, post } = await openFixture({}, [
    offering("loud", [{ ...runtime(), ...said } as VoiceRuntime]),
  ]);
  expect((await post()).candidates.map(({ id }: Shown) => id)).not.toContain("megaphone");
  expect(logged).toMatchObject([{ level: "error", fields: { error: expect.stringContaining(reason) } }]);
  await gateway.stop();
});

it("a restarted gateway does not keep the runtimes of the previous start", async () => {
  const { gateway, post } = await openFixture({}, [offering("loud", [runtime()])]);
  await gateway.stop();
  await gateway.start();
  expect((await post()).candidates.filter(({ id }: Shown) => id === "megaphone")).toHaveLength(1);
});

it("two gateways in one process have separate runtimes", async () => {
  const [one, other] = [await openFixture({}, [offering("loud", [runtime()])]), await openFixture()];
  expect(await one.availabilityOf("megaphone")).toBe("ready");
  expect(await other.availabilityOf("megaphone")).toBeUndefined();
});
