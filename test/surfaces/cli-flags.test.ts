import { join } from "node:path";
import { expect, it } from "vitest";
import { newUser } from "./postern.ts";

/** A user with a second data folder, which has a task. */
async function userOfTwo() {
  const user = newUser();
  const other = join(user.home, "other");
  for (const data of [user.data, other])
    expect(await user.run("init", "--yes", "--data", data)).toMatchObject({ code: 0 });
  expect(await user.run("tasks", "create", "--title", "Elsewhere", "--data", other)).toMatchObject({ code: 0 });
  return { ...user, other };
}

it.each([
  ["before the command", (data: string) => ["--data", data, "tasks", "list"]],
  ["after it", (data: string) => ["tasks", "list", "--data", data]],
  ["after a flag with a value", (data: string) => ["tasks", "list", "--limit", "5", "--data", data]],
  ["after a flag of all commands without one", (data: string) => ["tasks", "list", "--wide", "--data", data]],
  [
    "after a flag that only the command knows to have none",
    (data: string) => ["tasks", "list", "--ready", "--data", data],
  ],
])("the data folder may be named %s", async (_, args) => {
  const { run, other } = await userOfTwo();
  const { code, out } = await run(...args(other));
  expect([code, out]).toEqual([0, expect.stringContaining("Elsewhere")]);
});

it("the data folder may be named after a flag of the program's own commands", async () => {
  const { run, other } = await userOfTwo();
  const { code, err } = await run("open", "--print", "--data", other);
  expect([code, err]).toEqual([1, expect.stringMatching(/^No gateway is serving this data folder/)]);
});
