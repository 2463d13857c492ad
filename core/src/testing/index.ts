export type { Advance, AdvanceOptions } from "./clock.ts";
export { assertDeclarations } from "./declarations.ts";
export { type DriverCase, driverCases, type MakePlace, type Place, testDriver } from "./driver.ts";
export { type Client, createClient, type Reply, type TestGateway, testGateway } from "./gateway.ts";
export {
  type BrokenRule,
  BrokenRules,
  type MakeOptions,
  type OperationCase,
  operationCases,
  testOperations,
} from "./operations.ts";
