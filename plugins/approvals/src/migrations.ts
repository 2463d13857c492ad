import type { MutableRecords } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { approvals } from "./collections.ts";
import { principalOf } from "./deciding/approver.ts";

export const migrations = {
  /** Open proposals from before principals get that of their key, by which they are counted. */
  async 2({ store }: { store: MutableRecords }) {
    for (const status of ["pending", "stale"])
      for await (const record of scanRecords(store, approvals, { by: "byStatus", prefix: [status] })) {
        if (record.requester.principal !== undefined) continue;
        const principal = await principalOf(store, record.requester);
        await store.put(approvals, { ...record, requester: { ...record.requester, principal } });
      }
  },
};
