export { lostIn } from "./lost.ts";
export { verified } from "./records.ts";
export { verifyStore } from "./store.ts";
export { bucketOf, changed, checksumOf, type Sum } from "./sums.ts";
