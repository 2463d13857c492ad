export { RecentWrites } from "./recent-writes.ts";
