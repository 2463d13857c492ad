/** The process that keeps the runner up. It holds next to nothing, so that it is the last to fail. */
import { type Order, supervise } from "./supervise/supervise.ts";

// Who starts it sends its order once it is known in the store: where that never comes, it is not wanted.
const leave = () => process.exit();
process.once("disconnect", leave);
process.on("message", (order: Order) => {
  process.off("disconnect", leave);
  // Not in the middle of a message: Node would fail over the channel that is gone.
  setImmediate(() => process.connected && process.disconnect());
  void supervise(order).finally(leave);
});
