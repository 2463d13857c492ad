export { beginEpoch } from "./begin-epoch.ts";
export { type Answer, type CommitThread, type CommitThreadOptions, startCommitThread } from "./commit-thread.ts";
export { notifyAll } from "./notify-all.ts";
export { pollPosition } from "./poll-position.ts";
export { receiveGroups } from "./receive-groups.ts";
export { RecentWrites } from "./recent-writes.ts";
export { asBytes, type ValueBytes } from "./value-bytes.ts";
export { flatten, unflatten } from "./wire.ts";
