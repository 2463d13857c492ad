import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import type { StreamFlags } from "../commands/events-stream.ts";
import type { GroupCommand } from "./definition.ts";

const summary = "Follow events as they happen";

export const eventsStream: GroupCommand = {
  ...{ group: "events", id: "events.stream", summary },
  add(group, settings, { io, finish }) {
    withGlobals(group.command("stream"))
      .description(summary)
      .option(
        "--type <globs>",
        "Only events of these types, separated by commas, such as chats.message.created; * matches one part, ** any number",
      )
      .option("--subject <id>", "Only events about this id")
      .option("--topic <name>", "Only events published on this topic")
      .option("--after <event id>", "Start after this event (default: now)")
      .option("--json", "Print one CloudEvent per line, as JSON")
      .action((options: StreamFlags, command: Command) =>
        finish(command, async () => {
          const [{ streamEvents }, { untilSignal }] = await Promise.all([
            import("../commands/events-stream.ts"),
            import("../signals.ts"),
          ]);
          return streamEvents(settings, options, io, untilSignal());
        }),
      );
  },
};
