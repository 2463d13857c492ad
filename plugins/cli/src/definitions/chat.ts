import { Argument, type Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import type { ChatFlags } from "../commands/chat.ts";
import { suggestFrom } from "../completion/sources.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

const CHATS = { list: "chats.list", names: ["title"] };

export const chat: OwnCommand = {
  name: "chat",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("chat"))
      .description("Open a chat as a conversation: its last messages, new messages as they arrive, and a prompt")
      .addArgument(suggestFrom(new Argument("<chat>", "Title or id of the chat"), { reference: CHATS }))
      .option("--actor <name>", "Your name (default: the name of your key)")
      .option("--history <number>", "Number of older messages to show (default: 20)")
      .option("--create", "Create the chat if it does not exist")
      .option("--no-color", "Print without colors")
      .action((name: string, options: ChatFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/chat.ts");
          return commands.chat(settings, await readCatalog(settings), name, options, io);
        }),
      );
  },
};
