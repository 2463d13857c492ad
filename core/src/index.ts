export type { Blobs } from "./blobs.ts";
export { type Caller, createCaller } from "./caller.ts";
export type { CommandContext, QueryContext, Transacting } from "./context.ts";
export { digestOf } from "./digest.ts";
export { defineError, type ErrorDefinition, GatewayError, isGatewayError } from "./error.ts";
export * as gatewayErrors from "./errors.ts";
export { defineEvent, type EventDefinition, type GatewayEvent } from "./event.ts";
export { createGateway } from "./gateway.ts";
export { covers, GRANT, type Grant, isGrant, type Reach } from "./grant.ts";
export { defineGroup, type Group } from "./group.ts";
export type { EventHead, Journal, Passage } from "./history.ts";
export { parseBody } from "./http/body.ts";
export { parseJson } from "./http/json.ts";
export type { Problem } from "./http/problem.ts";
export { journalView, storeView } from "./kernel-services.ts";
export type { GatewayKeys } from "./keys/gateway-keys.ts";
export * as keys from "./keys/keys.ts";
export type { PluginState } from "./lifecycle.ts";
export { createLog, type Logger } from "./log.ts";
export {
  type EventEntry,
  type GroupEntry,
  type Manifest,
  type OperationEntry,
  offerList,
  type RouteEntry,
} from "./manifest.ts";
export { dataVersions } from "./migrate.ts";
export { nearest } from "./nearest.ts";
export { defineCommand, defineQuery, type Effect, type Operation, type PlanShape, type TypesOf } from "./operation.ts";
export { type Duty, type DutyState, definePlugin, type Host, type Plugin } from "./plugin.ts";
export { present } from "./present.ts";
export { defineRoute, type Route, type Visit } from "./route.ts";
export {
  type Input,
  numeric,
  oneOf,
  type Parsed,
  type Static,
  secret,
  T,
  type TObject,
  type TSchema,
  withDefault,
} from "./schema.ts";
export {
  defineService,
  type OptionalService,
  optional,
  perCall,
  type Service,
  type ServiceContext,
} from "./service.ts";
export {
  type Collection,
  type Counter,
  defineCollection,
  defineCounter,
  definePlacement,
  type Glance,
  type Key,
  type KeyPart,
  type MaybePromise,
  type MutableRecords,
  type Page,
  type Placement,
  type Records,
  type StoreView,
} from "./storage/index.ts";
export type { CallOptions, DryRun, Gateway, GatewayOptions, GatewayState } from "./types.ts";
export { read as readInput } from "./validate.ts";
export { CORE_VERSION } from "./version.ts";
export { type GatewayView, gatewayView } from "./view.ts";
