import { definePlugin } from "@postern/core";
import { rememberHost } from "./delivery/host.ts";
import { deliveries } from "./delivery/queue.ts";
import { registerProviders } from "./delivery/try.ts";
import { watch } from "./delivery/watch.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { accountsCheck } from "./operations/accounts.check.ts";
import { accountsCreate } from "./operations/accounts.create.ts";
import { accountsList } from "./operations/accounts.list.ts";
import { accountsRemove } from "./operations/accounts.remove.ts";
import { accountsShow } from "./operations/accounts.show.ts";
import { accountsUpdate } from "./operations/accounts.update.ts";
import { outboxDiscard } from "./operations/outbox.discard.ts";
import { outboxList } from "./operations/outbox.list.ts";
import { outboxRetry } from "./operations/outbox.retry.ts";
import { outboxShow } from "./operations/outbox.show.ts";

export * from "./errors.ts";
export * from "./events.ts";
export {
  accountsCheck,
  accountsCreate,
  accountsList,
  accountsRemove,
  accountsShow,
  accountsUpdate,
  outboxDiscard,
  outboxList,
  outboxRetry,
  outboxShow,
};

const accountOperations = [
  accountsCreate,
  accountsList,
  accountsShow,
  accountsUpdate,
  accountsCheck,
  accountsRemove,
] as const;
const outboxOperations = [outboxList, outboxShow, outboxRetry, outboxDiscard] as const;

export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  operations: [...accountOperations, ...outboxOperations],
  events: Object.values(events),
  // The outbox has operations of its own, which tell more than those of the queue that drives it.
  duties: [{ ...deliveries, operations: [] as const }, watch],
  setup(host) {
    rememberHost(host);
    return {};
  },
  start: registerProviders,
});
