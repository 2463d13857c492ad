import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import type { GroupCommand } from "./definition.ts";

const summary = "Review undecided approvals, and approve or deny each";

export const approvalsReview: GroupCommand = {
  ...{ group: "approvals", id: "approvals.review", summary },
  add(group, settings, { io, finish }) {
    // Without a subcommand too, since this is what people want.
    withGlobals(group.command("review", { isDefault: true }))
      .description(summary)
      .option("--no-color", "Print without colors")
      .allowExcessArguments(false)
      .action((_options: object, command: Command) =>
        finish(command, async () => {
          const { review } = await import("../commands/approvals-review.ts");
          return review(settings, await readCatalog(settings), io);
        }),
      );
  },
};
