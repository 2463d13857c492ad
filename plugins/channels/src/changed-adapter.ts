import { T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { Adapter } from "./schemas.ts";

/** An adapter after a change. The runner connects it later. */
export const ChangedAdapter = endsLater(T.Object({ adapter: described(Adapter, "The adapter") }), {
  what: "adapter",
  query: "channels.adapters.show",
  input: { id: "adapter.id" },
  state: "adapter.status",
  good: ["connected"],
  bad: ["failed", "disabled", "disconnected"],
  reason: "adapter.reason",
});
