import type { VoiceRuntime } from "@postern/meetings/services";
import { expect, it } from "vitest";
import { bareMachine, offering, openHouse, runtime, type Shown } from "./house.ts";

it("a plugin's runtime is a candidate, before the catalogue's that are equal to it", async () => {
  bareMachine();
  const { post } = await openHouse({}, [
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

it("a plugin's runtime takes the place of the catalogue's of the same id, which is back when it goes", async () => {
  const undo: (() => void)[] = [];
  const { post } = await openHouse({}, [offering("better", [runtime({ id: "pipecat", label: "Ours" })], undo)]);
  const all = async () => (await post()).candidates.filter(({ id }: Shown) => id === "pipecat");
  expect(await all()).toMatchObject([{ label: "Ours", availability: "ready" }]);
  for (const end of undo) end();
  expect(await all()).toMatchObject([{ label: "Pipecat", availability: "planned" }]);
});

it("of two plugins that offer one id the second does not start, and the reason names both", async () => {
  const { logged, post } = await openHouse({}, [
    offering("first", [runtime()]),
    offering("second", [runtime({ label: "Bullhorn" })]),
  ]);
  expect((await post(".show", { id: "megaphone" })).runtime.label).toBe("Megaphone");
  expect(logged).toMatchObject([
    {
      level: "error",
      fields: {
        plugin: "second",
        error: expect.stringContaining('Two plugins offer the voice runtime megaphone: "Megaphone" and "Bullhorn"'),
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
  ["answers something else", () => "maybe", 'It answered "maybe"'],
  ["answers nothing", () => undefined, "It answered undefined"],
  ["never comes back", () => new Promise(() => {}), "It did not answer within 1000 ms"],
])(
  "a plugin's runtime that %s counts as not installed, harms no other, and is told in the log",
  async (_, availability, error) => {
    const broken = runtime({ id: "broken", availability: availability as VoiceRuntime["availability"] });
    const { logged, post } = await openHouse({}, [offering("loud", [broken, runtime()])]);
    const { candidates } = await post();
    expect(candidates[0].id).toBe("megaphone");
    expect(candidates.find(({ id }: Shown) => id === "broken")).toMatchObject({
      availability: "not_installed",
      constraints: ["Heard by everybody", "Its plugin could not tell whether it is ready"],
    });
    expect(JSON.stringify(candidates)).not.toContain("secret.example");
    expect(logged).toMatchObject([{ level: "warn", fields: { runtime: "broken" } }]);
    expect(String(logged[0]?.fields.error)).toContain(error);
  },
);

it.each<[object, string]>([
  [{ id: "No such" }, 'id is text like openai-realtime, not "No such"'],
  [{ id: undefined }, "id is text like openai-realtime, not undefined"],
  [{ kind: "" }, "kind is text; that of megaphone is not"],
  [{ label: 7 }, "label is text; that of megaphone is not"],
  [{ docsUrl: "javascript:alert(1)" }, "docsUrl is an address; that of megaphone is not"],
  [{ docsUrl: "https://" }, "docsUrl is an address; that of megaphone is not"],
  [{ constraints: "none" }, "constraints is a list of at most 50 texts"],
  [{ strengths: [1] }, "strengths is a list of at most 50 texts"],
  [{ defaultModel: "" }, "defaultModel is text, or absent"],
  [{ availability: "ready" }, "availability is a function"],
])("a plugin that registers %j does not start, and the reason says what would be right", async (said, reason) => {
  const { gateway, logged, post } = await openHouse({}, [
    offering("loud", [{ ...runtime(), ...said } as VoiceRuntime]),
  ]);
  expect((await post()).candidates.map(({ id }: Shown) => id)).not.toContain("megaphone");
  expect(logged).toMatchObject([{ level: "error", fields: { error: expect.stringContaining(reason) } }]);
  await gateway.stop();
});

it("a gateway that starts again begins without the runtimes of before", async () => {
  const { gateway, post } = await openHouse({}, [offering("loud", [runtime()])]);
  await gateway.stop();
  await gateway.start();
  expect((await post()).candidates.filter(({ id }: Shown) => id === "megaphone")).toHaveLength(1);
});

it("two gateways of one process have runtimes of their own", async () => {
  const [one, other] = [await openHouse({}, [offering("loud", [runtime()])]), await openHouse()];
  expect(await one.availabilityOf("megaphone")).toBe("ready");
  expect(await other.availabilityOf("megaphone")).toBeUndefined();
});
