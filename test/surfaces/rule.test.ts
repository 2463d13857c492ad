import { createGateway, type Plugin } from "@postern/core";
import { describe, expect, it } from "vitest";
import { groups } from "../architecture/sources.ts";

const plugins = await Promise.all(
  groups.map(async (name) => ((await import(`@postern/${name}`)) as { default: () => Plugin }).default()),
);
const { operations } = createGateway({ plugins }).manifest;

/** Operations of the specification that run at once, although they start or stop work outside the store. */
const specified = ["channels.stop", "tasks.profiles.init"];
/** What they do depends on their input: these plan first if the input sends something or can lose values. */
const dependOnInput = ["bases.props.update", "calendars.events.create"];

describe("which operations show their plan first", () => {
  const planned = operations.filter(({ dryRun }) => dryRun === "always").map(({ id }) => id);

  it("are those that send, publish or spend, and those that destroy what cannot be restored", () => {
    const costly = operations.filter(({ effect }) => effect === "external" || effect === "destroy");
    expect(planned).toEqual(costly.map(({ id }) => id).filter((id) => !specified.includes(id)));
    expect(costly.map(({ id }) => id)).toEqual(expect.arrayContaining(specified));
  });

  it("are few others, for some inputs only", () => {
    const others = operations.filter(({ dryRun }) => dryRun === "conditional");
    expect(others.map(({ id, effect }) => [id, effect])).toEqual(dependOnInput.map((id) => [id, "write"]));
  });

  it.each([
    "agents.turns.discard",
    "channels.adapters.remove",
    "context.revoke",
    "hooks.remove",
    "sync.conflicts.resolve",
    "tasks.comments.remove",
  ])("include %s, which cannot be undone", (id) => expect(planned).toContain(id));

  it.each([
    "calendars.accounts.check",
    "calendars.sync",
    "credentials.connections.check",
    "credentials.vault.rotate",
    "hooks.test",
    "sync.run",
    "sync.verify",
  ])("do not include %s, which is harmless", (id) => expect(planned).not.toContain(id));

  it("are the only ones with a field execute", () => {
    const documented = operations.filter(({ input }) => "execute" in (input.properties as object));
    expect(documented.map(({ id }) => id).sort()).toEqual([...planned, ...dependOnInput].sort());
  });
});
