import { defineError, T } from "@postern/core";

export const WrongTool = defineError("mcp.wrong_tool", {
  status: 403,
  title: "Wrong tool",
  data: T.Object({ operation: T.String(), tool: T.String(), right: T.String() }),
  message: ({ operation, tool, right }) => `The tool "${tool}" does not run ${operation}. Use the tool "${right}".`,
});

export const OutsideGroups = defineError("mcp.outside_groups", {
  status: 403,
  title: "Outside of the groups",
  data: T.Object({ operation: T.String() }),
  message: ({ operation }) => `The address of this connection has "?groups=", which does not include ${operation}`,
});
