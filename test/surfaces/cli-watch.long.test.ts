import { expect, it } from "vitest";
import { newUser } from "./postern.ts";

const stall = `
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
const group = defineGroup("stall", { title: "Stall" });
const command = (id, work) => defineCommand(group, {
  id, summary: "Stall", input: T.Object({}), output: T.Object({}),
  plan: () => ({ summary: "Stall" }),
  execute() {
    work();
    return {};
  },
});
const hold = () => {
  const until = Date.now() + 900;
  while (Date.now() < until);
};
const operations = [
  command("stall.hold", hold),
  command("stall.forget", () => void Promise.reject(new Error("nobody waits for this"))),
];
export default { plugins: { stall: definePlugin(group, { version: "1.0.0", operations })() } };
`;

it("logs a blocked event loop and an unhandled rejection, and the gateway keeps running", async () => {
  const user = newUser();
  await user.run("init");
  user.configure(stall);
  const { output } = await user.serve();
  expect(await user.run("stall", "hold")).toMatchObject({ code: 0 });
  await expect.poll(() => output.err).toMatch(/"level":"warn".*was blocked.*"milliseconds":\d{3}/);
  expect(await user.run("stall", "forget")).toMatchObject({ code: 0 });
  await expect.poll(() => output.err).toMatch(/Unhandled promise rejection.*nobody waits for this/);
  expect(await user.run("stall", "forget")).toMatchObject({ code: 0 });
});
