import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import { startReceiver } from "./receiver.ts";

const median = (times: readonly number[]): number =>
  [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] as number;

describe("a target that never answers", () => {
  it("does not delay the deliveries of other hooks", async () => {
    const fixture = await openGateway({ timeout: 10_000 });
    const hanging = await startReceiver(() => {});
    const arrived = new Map<string, number>();
    const well = await startReceiver(({ event }, response) => {
      arrived.set(event.data.chat.title, performance.now());
      response.writeHead(204).end();
    });
    const { hook: slow } = await fixture.hook(hanging.url, ["chats.chat.created"]);
    await fixture.hook(well.url, ["chats.chat.created"]);
    // More than the number of concurrent attempts in one process.
    for (let n = 0; n < 150; n++) await fixture.happen(`before ${n}`);
    await hanging.got(24);
    await well.got(150);

    const sent = new Map<string, number>();
    for (let n = 0; n < 20; n++) {
      const title = `after ${n}`;
      sent.set(title, performance.now());
      await fixture.happen(title);
    }
    await well.got(170);
    const delays = [...sent].map(([title, at]) => (arrived.get(title) as number) - at);
    expect(median(delays)).toBeLessThan(2_000);
    // One target gets a share of the attempts, not all of them.
    const { deliveries } = await fixture.post("hooks.deliveries.list", { hook: slow.id, status: "running" });
    expect(deliveries.length).toBeLessThanOrEqual(24);
  });

  it("receives all waiting deliveries once it answers", async () => {
    const [fixture, target] = [await openGateway({ timeout: 5_000 }), await startReceiver()];
    target.answerWith(500);
    const { hook } = await fixture.hook(target.url, ["chats.chat.created"]);
    // More than the 24 concurrent attempts of one target, which may all start before the first one fails.
    for (let n = 0; n < 40; n++) await fixture.happen(`${n}`);
    await until(async () => expect(await fixture.deliveriesOf(hook.id)).toHaveLength(40));
    await fixture.idle();
    // The circuit breaker has opened: deliveries that were not attempted keep all their attempts.
    const tried = (await fixture.deliveriesOf(hook.id)).filter(({ attempts }: { attempts: number }) => attempts > 0);
    expect(tried.length).toBeLessThan(40);
    target.answerWith(204);
    for (let time = 0; time < 40; time++) {
      await fixture.advance(5_000);
      await fixture.idle();
      const { total } = await fixture.post("hooks.deliveries.list", { hook: hook.id, status: "done" });
      if (total === 40) return;
    }
    expect((await fixture.deliveriesOf(hook.id)).map(({ status }: { status: string }) => status)).toEqual([]);
  });
});
