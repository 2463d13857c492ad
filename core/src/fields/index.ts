/** Fields that many operations share, and the members of answers that are always there. */
export * from "./answers.ts";
export * from "./fields.ts";
export * from "./local-time.ts";
