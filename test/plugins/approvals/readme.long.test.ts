import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { expectServedSession, expectSession, shellOf } from "../../surfaces/session.ts";
import { type IrcPerson, person } from "../channels/servers/irc-person.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";
import { codeFor } from "./chat-fixture.ts";

/** What differs in each run, as the page shows it. */
const PORT = "6667";
const OFFER = "JMGY4WA7";

const page = "plugins/approvals/README.md";
const masked = (line: string) => line.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d|\d{6}/g, "◦");

/** The message that the page shows. */
function shownMessage(): string[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const [, block = ""] = /This is the message[^`]*```\n([^`]*)\n```/.exec(text) ?? [];
  return block.split("\n");
}

it.skipIf(!has("ngircd"))("the README shows how to decide in a chat (needs ngircd)", async () => {
  const server = await startNgircd();
  onTestFinished(() => server.stop());
  await expectSession(page, "Decide in a chat", async (user) => {
    await user.serve();
    const type = shellOf(user);
    const count = async (group: string) => (await user.json(group, "list")).total as number;
    let ann: IrcPerson;
    let offer = "";
    /** What Ann does on IRC. */
    async function act(comment: string): Promise<void> {
      if (comment.endsWith("hello")) {
        ann = await person(server.port, "ann");
        await until(async () => {
          ann.write("ISON postern");
          expect(await ann.hears(/ 303 /)).toContain("postern");
        });
        ann.say("postern", "hello");
        await until(async () => expect(await count("chats")).toBe(1));
      } else if (comment.endsWith(OFFER)) {
        ann.say("postern", offer);
        await ann.hears(/The code is right/);
      } else {
        ann.say("postern", `approve ${await codeFor(ann)}`);
        await ann.hears(/Executed: Create a task/);
        expect(ann.heard("postern").slice(1, -1).map(masked)).toEqual(shownMessage().map(masked));
      }
    }
    return async (command) => {
      if (command.startsWith("#")) return act(command).then(() => []);
      const lines = await type(command.replace(`"port":${PORT}`, `"port":${server.port}`));
      const shown = lines.find((line) => line.startsWith("code: "));
      if (shown) offer = shown.slice("code: ".length);
      return lines.map((line) => line.replaceAll(`port: ${server.port}`, `port: ${PORT}`).replace(offer || "∅", OFFER));
    };
  });
});

it("the README shows the actual output", () => expectServedSession("plugins/approvals/README.md", "A session"));
