/** What an operation does: commands change something, at other systems too, or destroy it. */
export type Effect = "read" | "write" | "external" | "destroy";
