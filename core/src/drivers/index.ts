export { pollPosition } from "./poll-position.ts";
export { RecentWrites } from "./recent-writes.ts";
