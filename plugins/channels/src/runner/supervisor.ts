/** The process that keeps the runner running. It does very little, so that it is the last to fail. */
import { type Order, supervise } from "./supervise/supervise.ts";

// The parent sends the order after recording this process in the store. Without an order the process exits.
const leave = () => process.exit();
process.once("disconnect", leave);
process.on("message", (order: Order) => {
  process.off("disconnect", leave);
  // Not while a message is being handled: Node would fail on the closed channel.
  setImmediate(() => process.connected && process.disconnect());
  void supervise(order).finally(leave);
});
