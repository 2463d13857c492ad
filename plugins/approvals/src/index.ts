import { approvalsService, definePlugin } from "@postern/core";
import { forget } from "./chat/forget.ts";
import { listen } from "./chat/listen.ts";
import { notices, requests } from "./chat/notices.ts";
import { replies } from "./chat/replies.ts";
import { approvalsCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { executions } from "./executions.ts";
import { expire } from "./expire.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import { migrations } from "./migrations.ts";
import * as operations from "./operations/index.ts";
import { outcomeOf } from "./outcome.ts";
import { follow } from "./permissions/follow.ts";
import { createPolicyCache } from "./policies/cache.ts";
import { review } from "./review.ts";

export type { Identity } from "./chat/schemas.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Policy } from "./policies/schemas.ts";
export type { Approval } from "./schemas.ts";

/** Approvals: what a key may only propose waits until people approve it. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  workers: [executions, expire, follow, requests, notices, listen, replies, forget],
  provides: { approvals: approvalsService },
  setup(host) {
    host.services.checks?.register(approvalsCheck);
    host.services.lasting?.register(setUpItems);
    const policies = createPolicyCache();
    const { agents } = host.services;
    const setting = { policies, expiresAfterMs: host.config.expiresAfterMs, agents };
    return {
      services: {
        approvals: {
          review: (ctx, call) => review(ctx, call, setting),
          outcome: (store, id) => outcomeOf(store, id, host.now(), host.services.gateway.operation),
        },
      },
      state: { policies, latest: host.store, onCommit: host.onCommit },
    };
  },
});
