import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

type User = ReturnType<typeof newUser>;
interface Listed {
  events: { id: string }[];
  cursor: string;
  more: boolean;
  gap?: { after: string; first: string };
}

const say = (user: User, title: string) => user.json("chats", "create", "--title", title);
const listAfter = (user: User, cursor: string): Promise<Listed> =>
  user.json("events", "list", "--after", cursor, "--type", "chats.**");
const numberOf = (id: string) => Number(id.split(".")[0]);

/** The id of the newest event. */
async function newest(user: User): Promise<string> {
  const { events } = (await user.json("events", "list", "--limit", "500")) as Listed;
  return events.at(-1)?.id ?? "0.0";
}

describe("a restored store", () => {
  it("reports a gap to a reader of lost events, and never reuses an event id", async () => {
    const user = newUser();
    await user.run("init");
    await say(user, "before");
    const early = await newest(user);
    const { path } = await user.json("service", "backup");
    const seen: string[] = [];
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 2; n++) await say(user, `gone ${round} ${n}`);
      const gone = await newest(user);
      seen.push(gone);
      await user.json("restore", path, "--force");
      expect(await listAfter(user, gone)).toMatchObject({ events: [], more: false, gap: { after: gone } });
      await say(user, `new ${round}`);
      expect(numberOf(await newest(user))).toBeGreaterThan(numberOf(gone));
      for (const one of seen) {
        const { events, gap } = await listAfter(user, one);
        expect(gap).toMatchObject({ after: one });
        expect(events).toHaveLength(1);
      }
      const kept = await listAfter(user, early);
      expect(kept).not.toHaveProperty("gap");
      expect(kept.events).toHaveLength(1);
    }
  });

  it("refuses an invalid event id", async () => {
    const user = newUser();
    await user.run("init");
    const { path } = await user.json("service", "backup");
    await user.json("restore", path, "--force");
    expect(await user.run("events", "list", "--after", "nonsense")).toMatchObject({ code: 2 });
  });
});

describe("a copied data folder", () => {
  it("begins a new epoch, but a renamed folder does not", async () => {
    const user = newUser();
    await user.run("init");
    await say(user, "before");
    await newest(user);
    const moved = `${user.data}.moved`;
    renameSync(user.data, moved);
    renameSync(moved, user.data);
    const known = numberOf(await newest(user));
    await say(user, "one more");
    expect(numberOf(await newest(user)) - known).toBeLessThan(1_000);
    cpSync(user.data, moved, { recursive: true });
    await say(user, "only in the first");
    const first = await newest(user);
    rmSync(join(user.data), { recursive: true });
    renameSync(moved, user.data);
    expect(await listAfter(user, first)).toMatchObject({ events: [], gap: { after: first } });
    await say(user, "only in the copy");
    const copied = numberOf(await newest(user));
    expect(copied - numberOf(first)).toBeGreaterThan(1_000_000);
    await say(user, "in the copy again");
    expect(numberOf(await newest(user)) - copied).toBeLessThan(1_000);
  });
});
