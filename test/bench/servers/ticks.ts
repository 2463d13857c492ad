/** A gateway whose one command tells of as many ticks as asked, and the stream of them. */
import { createGateway, defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { listen } from "@postern/core/server";
import events from "@postern/events";
import { numeric } from "@postern/kit/fields";
import lmdb from "@postern/storage-lmdb";
import { folder, tellReady } from "./ready.ts";

const group = defineGroup("ticks", { title: "Ticks" });
const ticked = defineEvent("ticks.tick.told", {
  summary: "A tick",
  data: T.Object({ n: T.Integer(), at: T.Integer({ description: "Unix milliseconds" }), text: T.String() }),
});
const tell = defineCommand(group, {
  id: "ticks.tell",
  summary: "Tell of some ticks",
  input: T.Object({ count: numeric({ minimum: 1, maximum: 1_000 }) }),
  output: T.Object({ told: T.Integer() }),
  plan: () => ({ summary: "Tell of some ticks" }),
  execute({ emit }, _plan, { count }) {
    const at = Date.now();
    for (let n = 0; n < count; n++) emit(ticked, { n, at, text: "about as long as a short message in a chat is" });
    return { told: count };
  },
});
const ticks = definePlugin(group, { version: "1.0.0", operations: [tell], events: [ticked] });

const gateway = createGateway({
  plugins: [ticks(), events({ streamsPerKey: "200" })],
  blobs: "memory",
  storage: lmdb({ path: folder }),
});
const listening = await listen(gateway, { port: 0 });
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["*"] });
const fill = Number(process.env.FILL ?? 0);
for (let done = 0; done < fill; done += 1_000)
  await Promise.all(Array.from({ length: 100 }, () => gateway.call("ticks.tell", { count: "10" })));

tellReady({ port: listening.port, token: key }, async () => {
  await listening.close();
  await gateway.stop();
});
