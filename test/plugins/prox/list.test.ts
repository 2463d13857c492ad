import { expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

interface Shown {
  readonly id: string;
  readonly tags: readonly string[];
}

it("pages contain all profiles of catalogue and store in one order", async () => {
  const { ids, post } = await openFixture();
  const own = ["a", "appointment-", "appointment-c", "con", "e-mail", "follow_up", "follow-up", "zebra", "inbound-2"];
  for (const [at, profileId] of own.entries())
    await post("create", { profileId, name: profileId, tags: at % 2 ? ["own", "odd"] : ["own", "outbound"] });
  const whole: Shown[] = (await post("list", { limit: "500" })).profiles;
  const byId = (left: string, right: string) => (left < right ? -1 : 1);
  expect(whole.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).sort(byId));
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
  for (const tag of [undefined, "own", "odd", "outbound", "inbound", "none"]) {
    const filter = tag === undefined ? {} : { tag };
    const expected = whole.filter(({ tags }) => tag === undefined || tags.includes(tag)).map(({ id }) => id);
    for (const limit of [1, 2, 3, 5, 500]) {
      for (let offset = 0; offset <= expected.length + 1; offset++) {
        const page = await post("list", { ...filter, limit: String(limit), offset: String(offset) });
        const wanted = expected.slice(offset, offset + limit);
        const isMore = offset + wanted.length < expected.length && wanted.length > 0;
        expect(page.profiles.map(({ id }: Shown) => id)).toEqual(wanted);
        expect(page).toMatchObject({ total: expected.length, limit, offset });
        expect(page.nextOffset).toBe(isMore ? offset + wanted.length : undefined);
      }
    }
  }
  expect(await ids({ tag: "own", limit: "2", offset: "3" })).toHaveLength(2);
});
