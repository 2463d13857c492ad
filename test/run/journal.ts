import { defineGroup, definePlugin, type GatewayEvent, type Journal } from "@postern/core";

/** A plugin that lets a test read the journal of its gateway. */
export function journalReader() {
  let journal: Journal | undefined;
  const plugin = definePlugin(defineGroup("reader", { title: "Reader" }), {
    version: "1.0.0",
    operations: [],
    start(host) {
      journal = host.journal;
      return undefined;
    },
  });
  return {
    plugin: plugin(),
    /** All events so far whose type begins with `type`. */
    async events(type: string): Promise<GatewayEvent[]> {
      if (!journal) throw new Error("The gateway has not started");
      const found: GatewayEvent[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await journal.read({
          ...(after !== undefined && { after }),
          accept: (event) => event.type.startsWith(type),
        });
        found.push(...page.events);
        after = page.cursor;
        if (!page.more) return found;
      }
    },
  };
}
