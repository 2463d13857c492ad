import { describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

/** Runs a command in a terminal, and types an answer to its question, after something else has happened. */
async function atTerminal(
  user: ReturnType<typeof newUser>,
  answer: string,
  command: string,
  before: () => Promise<unknown> = async () => {},
) {
  const terminal = openTerminal(user, `exec postern ${command}`, { NO_COLOR: "1" });
  await until(() => expect(terminal.seen()).toContain("[y/N] "));
  await before();
  terminal.type(answer);
  return terminal.ended;
}

/** A person without keys, who can be removed. */
async function withPerson() {
  const user = newUser();
  await user.run("init");
  const { principal } = await user.json("context", "principals", "create", "--name", "spare");
  const { id } = principal as { id: string };
  const exists = async () => (await user.run("context", "principals", "show", id)).code === 0;
  return { user, id, exists };
}

describe("a command that shows its plan first", () => {
  it("changes nothing without a terminal, and exits with 3", async () => {
    const { user, id, exists } = await withPerson();
    const { code, out } = await user.run("context", "principals", "remove", id);
    expect([code, out]).toEqual([3, expect.stringContaining('Plan: Remove the principal "spare"')]);
    expect(await exists()).toBe(true);
  });

  it.each(["--yes", "--execute"])("is executed with %s", async (flag) => {
    const { user, id, exists } = await withPerson();
    expect(await user.run("context", "principals", "remove", id, flag)).toMatchObject({ code: 0 });
    expect(await exists()).toBe(false);
  });

  it("is not one that only takes rights away, which runs at once", async () => {
    const { user } = await withPerson();
    const { context } = await user.json("context", "derive", "--label", "lost", "--scopes", "chats:read");
    expect((await user.run("context", "revoke", context.id)).out).toContain("status: revoked");
  });

  it("refuses --yes together with --dry-run", async () => {
    const { user, id } = await withPerson();
    const { code, err } = await user.run("context", "principals", "remove", id, "--yes", "--dry-run");
    expect([code, err]).toEqual([2, "--dry-run and --yes cannot be used together\n"]);
  });

  it.skipIf(!has("script"))("asks at a terminal and executes the plan after a yes (needs script)", async () => {
    const { user, id, exists } = await withPerson();
    const { code, text } = await atTerminal(user, "y\r", `context principals remove ${id}`);
    expect(text).toMatch(/Plan: Remove the principal "spare"\n[\s\S]*Execute\? \[y\/N\] .*y\s+[\s\S]*removed: true/);
    expect(text).not.toContain("--execute");
    expect([code, await exists()]).toEqual([0, false]);
  });

  it.skipIf(!has("script"))("changes nothing after any other answer (needs script)", async () => {
    const { user, id, exists } = await withPerson();
    for (const answer of ["n\r", "\r", "\u0004"]) {
      const { code, text } = await atTerminal(user, answer, `context principals remove ${id}`);
      expect([code, text]).toEqual([3, expect.stringContaining("Nothing was changed\n")]);
    }
    expect(await exists()).toBe(true);
  });

  it.skipIf(!has("script"))("executes only the plan that was shown (needs script)", async () => {
    const { user, id, exists } = await withPerson();
    const { url } = await user.serve();
    const { code, text } = await atTerminal(user, "y\r", `context principals remove ${id} --gateway ${url}`, () =>
      user.run("context", "principals", "update", id, "--name", "other"),
    );
    expect([code, text]).toEqual([5, expect.stringContaining("plan")]);
    expect(await exists()).toBe(true);
  });
});

describe("--execute", () => {
  it("is accepted by a command that runs at once, and not listed in its help", async () => {
    const { user } = await withPerson();
    for (const flag of ["--execute", "--yes"])
      expect(await user.run("chats", "create", "--title", "Tea", flag)).toMatchObject({ code: 0 });
    expect((await user.run("chats", "create", "--help")).out).not.toMatch(/--execute|--yes/);
    expect((await user.run("context", "principals", "remove", "--help")).out).toMatch(/--execute[\s\S]*--yes/);
    expect(await user.run("chats", "list", "--execute")).toMatchObject({ code: 0 });
  });

  it("is explained in the help", async () => {
    const { out } = await newUser().run("--help");
    expect(out).toContain("destroy what cannot be restored");
  });
});

describe("the help of a JSON flag", () => {
  it("shows its shape, and an example that the operation accepts", async () => {
    const user = newUser();
    const { out } = await user.run("agents", "create", "--help");
    const text = out.replaceAll(/\s+/g, " ");
    expect(text).toMatch(/--defaults <value> [^-]*\(JSON: \{speech\?: \{/);
    const [, example = ""] = /for example '(\{[^']*\})'/.exec(text) ?? [];
    await user.run("init");
    const { agent } = await user.json("agents", "create", "--id", "main", "--defaults", example);
    expect(agent.id).toBe("main");
  });
});
