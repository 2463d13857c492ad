import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { has } from "../run/programs.ts";
import { expectSession, linesOf } from "./session.ts";
import { runInTerminal } from "./terminal.ts";

describe.skipIf(!has("script"))("the first five minutes (needs script)", () => {
  it.each([
    ["README.md", "The first five minutes"],
    ["core/manual/first-tour.md", "A session"],
  ])("of %s show what a terminal of 80 columns shows", (page, heading) =>
    expectSession(page, heading, async (user) => {
      await user.serve("serve", [], { TZ: "UTC" });
      writeFileSync(join(user.home, "leads.csv"), "company,worth\nInitech,12\nHooli,7.5\n");
      return async (command) => linesOf((await runInTerminal(user, command, { NO_COLOR: "1" })).text);
    }),
  );
});
