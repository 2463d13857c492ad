import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

/** A page of 50 members with their unread counts, of a list of a thousand chats and of one a hundred times as long. */
export async function members({ rounds }: Effort): Promise<void> {
  const messages = sized(1_000_000, 10_000);
  const [few, many] = [Math.max(100, messages / 1_000), messages / 10];
  const large = await filled("members-large", many, messages);
  const small = await filled("members-small", few, few * 10);
  announce(`members: 50 of ${few} and of ${many} chats on one list, ten messages a chat`);
  const pages: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round++) pages.push({ small: await pageOf(small), large: await pageOf(large) });
  printFindings([
    { what: "a page of the small list", values: pages.map((page) => page.small), unit: "ms" },
    { what: "a page of the large list", values: pages.map((page) => page.large), unit: "ms", goal: { atMost: 1 } },
    { what: "large : small", values: pages.map((page) => page.large / page.small), goal: { atMost: 2 } },
  ]);
}

async function filled(name: string, chats: number, messages: number): Promise<Record<string, string>> {
  const env = { FOLDER: newFolder(name), CHAT_COUNT: String(chats), MESSAGE_COUNT: String(messages) };
  await runProgram("fill", halves.servers, env);
  return env;
}

const pageOf = async (env: Record<string, string>): Promise<number> =>
  (await runProgram<{ pageMs: number }>("members", halves.servers, env)).pageMs;
