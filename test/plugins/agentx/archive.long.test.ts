import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { watchEventLoop } from "../../watchdog.ts";
import { keptIn } from "./archive.ts";
import { demo, openFixture } from "./fixture.ts";

describe("archiving a session", () => {
  it("does not block the gateway when it alternates quickly with restoring", async () => {
    const longestHold = watchEventLoop();
    // Without archive support there is nothing to notify, so the session is released as soon as its agent has ended.
    const fixture = await openFixture({ agents: { demo: demo("--without", "archive") } });
    const id = await fixture.create({ prompt: "say one" });
    await fixture.until(id, { status: "idle" });
    for (let time = 0; time < 200; time++) {
      await fixture.post(`sessions.${time % 2 === 0 ? "archive" : "unarchive"}`, { session: id });
      // The load: each change comes at another moment of the one before it.
      await pause(time % 40);
    }
    expect(await fixture.over(await fixture.send(id, "say two"))).toMatchObject({ state: "done" });
    expect(longestHold()).toBeLessThan(5_000);
  });

  it("loses no turn that is sent right after restoring", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    for (let time = 0; time < 12; time++) {
      await fixture.post("sessions.archive", { session: id });
      await fixture.until(id, { live: false });
      await fixture.post("sessions.unarchive", { session: id });
      await until(() => expect(keptIn(fixture.workspace)).toMatchObject([{ archived: false }]));
      expect(await fixture.over(await fixture.send(id, `say ${time}`))).toMatchObject({ state: "done" });
    }
  });
});
