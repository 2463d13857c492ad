import { expect, it } from "vitest";
import { newUser } from "../../surfaces/postern.ts";

it("voice-runtimes is a command with subcommands on the command line", async () => {
  const user = newUser();
  await user.run("init");
  const { candidates, defaultRuntimeId } = await user.json("meetings", "voice-runtimes");
  expect(candidates[0].id).toBe(defaultRuntimeId);
  expect((await user.json("meetings", "voice-runtimes", "show", "--id", "vapi")).runtime.label).toBe("Vapi");
  expect(await user.json("meetings", "voice-runtimes", "set-default", "--id", "vapi")).toMatchObject({
    defaultRuntimeId: "vapi",
    changed: true,
  });
  expect((await user.run("meetings", "voice-runtimes")).out).toContain("defaultRuntimeId: vapi\n");
  const { out } = await user.run("meetings", "voice-runtimes", "--help");
  for (const word of ["--json", "show", "set-default", "clear-default"]) expect(out).toContain(`  ${word} `);
  const mistake = await user.run("meetings", "voice-runtimes", "bogus");
  expect(mistake).toMatchObject({ code: 2, out: "", err: expect.stringContaining("too many arguments") });
});
