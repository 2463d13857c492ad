/** A response whose text is sent as it is: several times as fast as the platform's, which makes a stream of it. */
export { FastResponse } from "srvx";
export { isWithheld, rightTo } from "./auth/authorize.ts";
export * as keys from "./auth/keys.ts";
export { callerOf } from "./auth/recognize.ts";
export { type Approvals, approvalsService, type ProposalOutcome, type ReviewedCall } from "./define/approvals.ts";
export type { Answer, Call, Pending } from "./define/call.ts";
export { type Caller, createCaller, owner as processCaller, proposer } from "./define/caller.ts";
export { type Cause, causedBy, causeOfTrace } from "./define/cause.ts";
export { defineCommand } from "./define/command.ts";
export type { CommandContext, QueryContext } from "./define/context.ts";
export { digestOf } from "./define/digest.ts";
export { defineError, type ErrorDefinition, GatewayError, isGatewayError } from "./define/error.ts";
export * as gatewayErrors from "./define/errors.ts";
export { defineEvent, type EventDefinition, type GatewayEvent } from "./define/event.ts";
export { declaredError } from "./define/failure.ts";
export {
  covers,
  executing,
  GRANT,
  type Grant,
  includes as includesRight,
  isGrant,
  PROPOSE,
  partsOf as partsOfGrant,
  type Reach,
} from "./define/grant.ts";
export { defineGroup, type Group, stateOf } from "./define/group.ts";
export type { PluginContext, Worker, WorkerState } from "./define/host.ts";
export type { EventHead, Journal, JournalPage } from "./define/journal.ts";
export { causeOf, createLog, type Logger } from "./define/log.ts";
export type {
  EventEntry,
  GroupEntry,
  Manifest,
  OperationEntry,
  RouteEntry,
} from "./define/manifest.ts";
export { declaredMembers } from "./define/members.ts";
export { type Observer, observers, type Stage, type Task } from "./define/observer.ts";
export { omitUndefined } from "./define/omit-undefined.ts";
export type {
  Effect,
  Inverse,
  Operation,
  PlanShape,
  Property,
  TypesOf,
  Undo,
} from "./define/operation.ts";
export type { PluginPage } from "./define/page.ts";
export { definePlugin, type Plugin, type SetupContext } from "./define/plugin.ts";
export { defineQuery } from "./define/query.ts";
export { type CarriedCalls, defineRoute, type Route, type RouteContext } from "./define/route.ts";
export {
  type Input,
  oneOf,
  type Parsed,
  type Static,
  secret,
  T,
  type TDefault,
  type TNumeric,
  type TObject,
  type TSchema,
} from "./define/schema.ts";
export { withoutSecrets } from "./define/secrets.ts";
export {
  defineService,
  type OptionalService,
  optional,
  perCall,
  type Service,
  type ServiceContext,
} from "./define/service.ts";
export { suggest } from "./define/suggest.ts";
export type { PluginTransaction, Transacting } from "./define/transaction.ts";
export { type DoneCall, type UndoLog, undoLog } from "./define/undo.ts";
export { check as findIssues, defineFormat, read as readInput } from "./define/validate.ts";
export { CORE_VERSION } from "./define/version.ts";
export { parseBody } from "./http/body.ts";
export { parseJson } from "./http/json.ts";
export type { Problem } from "./http/problem.ts";
export { createShares, type Shares } from "./http/shares.ts";
export { idOf as eventIdOf, type Place as EventPlace, placeOf as eventPlaceOf } from "./journal/cursor.ts";
export { createGateway } from "./runtime/gateway.ts";
export type { GatewayKeys } from "./runtime/gateway-keys.ts";
export type { PluginState } from "./runtime/lifecycle.ts";
export { dataVersions } from "./runtime/migrate.ts";
export type { CallOptions, DryRun, Gateway, GatewayOptions, GatewayState, PendingCall } from "./runtime/types.ts";
export { type GatewayView, gatewayView, healthCheck, journalView, storeView } from "./runtime/view.ts";
export type { Blobs } from "./storage/blobs.ts";
export {
  type Collection,
  type Counter,
  defineCollection,
  defineCounter,
  defineRecord,
  defineSortedSet,
  type Key,
  type KeyPart,
  type MaybePromise,
  type MutableRecords,
  type Page,
  type Reads,
  type Records,
  type SortedSet,
  type StoreView,
} from "./storage/index.ts";
