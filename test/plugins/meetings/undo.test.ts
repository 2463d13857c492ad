import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone } from "../../run/undo.ts";
import { bareMachine, openFixture } from "./fixture.ts";

async function opened(id?: string) {
  bareMachine();
  const fixture = await openFixture({}, [service()]);
  if (id !== undefined) await fixture.post(".set-default", { id });
  return {
    ...fixture,
    /** The default with the text that says whether it was chosen. */
    async look() {
      const { defaultRuntimeId, recommendation } = await fixture.post();
      return { defaultRuntimeId, recommendation };
    },
    undoables: async () => (await fixture.admin.post("service.undo.list")).body.total,
  };
}

describe("undoing", () => {
  it.each<[string, string | undefined, object]>([
    ["set-default", undefined, { id: "hume-evi" }],
    ["set-default", undefined, { id: "openai-realtime" }],
    ["set-default", "vapi", { id: "hume-evi" }],
    ["clear-default", "vapi", {}],
  ])("meetings.voice-runtimes.%s gives %s back, and undoing that does it again", async (verb, former, input) => {
    const { admin, look } = await opened(former);
    await expectUndone(admin, `meetings.voice-runtimes.${verb}`, input, look);
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, undoables } = await opened();
    await post(".clear-default");
    expect(await undoables()).toBe(0);
    for (let count = 0; count < 2; count++) await post(".set-default", { id: "vapi" });
    expect(await undoables()).toBe(1);
  });
});
