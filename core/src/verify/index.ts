export { verified } from "./records.ts";
export { bucketOf, changed, checksumOf, type Sum } from "./sums.ts";
