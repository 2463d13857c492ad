/** The process that keeps the runner up. It holds next to nothing, so that it is the last to fail. */
import { type Order, supervise } from "./process/supervise/supervise.ts";

// Who starts it sends its order once it is known in the store, and never comes back: without one it is not wanted.
process.once("disconnect", () => process.exit());
process.once("message", (order: Order) => {
  process.removeAllListeners("disconnect");
  process.disconnect();
  void supervise(order).then(() => process.exit());
});
