import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { undoable } from "../../run/undo.ts";
import { demo, openFixture } from "./fixture.ts";

/** A gateway with an idle session, whose agent supports neither archiving nor titles by default. */
async function opened(agent = demo("--without", "archive,title"), title = "One") {
  const fixture = await openFixture({ agents: { demo: agent }, others: [service()] });
  const session = await fixture.create({ ...(title && { title }) });
  await fixture.until(session, { status: "idle" });
  const listed = async () => (await fixture.admin.post("service.undo.list")).body.commands;
  // The archive operation refuses `execute`, so it is not called with `undoable`.
  const undo = async (event?: string) =>
    (await fixture.admin.post("service.undo", { ...(event && { event }), execute: true })).body;
  return { ...fixture, session, listed, undo };
}

describe("undoing commands of agentx", () => {
  it("reverses archiving in Postern", async () => {
    const { post, show, session, undo } = await opened();
    await post("sessions.archive", { session });
    expect(await show(session)).toMatchObject({ archivedIn: "here" });
    const { by } = await undo();
    expect(await show(session)).not.toHaveProperty("archivedAt");
    expect(await undo(by)).toMatchObject({ status: "undone", operation: "agentx.sessions.archive" });
    expect(await show(session)).toMatchObject({ archivedIn: "here" });
  });

  it("reverses restoring in Postern", async () => {
    const { admin, post, show, session } = await opened();
    await post("sessions.archive", { session });
    const done = await undoable(admin, "agentx.sessions.unarchive", { session });
    expect(await show(session)).not.toHaveProperty("archivedAt");
    const { redo } = await done.undo();
    expect(await show(session)).toMatchObject({ archivedIn: "here" });
    await redo();
    expect(await show(session)).not.toHaveProperty("archivedAt");
  });

  it("reverses renaming in Postern", async () => {
    const { admin, show, session } = await opened();
    const done = await undoable(admin, "agentx.sessions.rename", {
      session: session.replace("agentx-", ""),
      title: "Two",
    });
    expect(await show(session)).toMatchObject({ title: "Two" });
    const { redo } = await done.undo();
    expect(await show(session)).toMatchObject({ title: "One" });
    await redo();
    expect(await show(session)).toMatchObject({ title: "Two" });
  });

  it("leaves out what changes nothing, and a first title, which cannot be removed", async () => {
    const { post, session, listed } = await opened(undefined, "");
    for (const title of ["One", "One"]) await post("sessions.rename", { session, title });
    await post("sessions.unarchive", { session });
    expect(await listed()).toEqual([]);
    for (let time = 0; time < 2; time++) await post("sessions.archive", { session });
    expect(await listed()).toMatchObject([{ operation: "agentx.sessions.archive" }]);
  });

  it("leaves out what the agent does too", async () => {
    const { post, session, listed } = await opened(demo());
    await post("sessions.rename", { session, title: "Two" });
    await post("sessions.archive", { session });
    await post("sessions.unarchive", { session });
    expect(await listed()).toEqual([]);
  });
});
