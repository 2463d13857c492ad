/** Fields that many operations share, the members of answers that are always there, and what ends after its call. */
export * from "./answers.ts";
export * from "./ends-later.ts";
export * from "./fields.ts";
export * from "./local-time.ts";
export * from "./own-key.ts";
export * from "./recurrence.ts";
export * from "./restoring.ts";
export * from "./uploads.ts";
export * from "./values.ts";
