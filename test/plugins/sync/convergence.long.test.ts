import { testGateway } from "@postern/core/testing";
import sync from "@postern/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { until } from "../../run/until.ts";
import { notesPlugin } from "./fixtures/notes.ts";

interface Parcel {
  name: string[];
  vector: Record<string, number>;
  wire?: unknown;
}

/** A gateway whose records the test carries to others. */
async function openSite() {
  const { admin, gateway, stop } = await testGateway({ plugins: [sync(), notesPlugin()] });
  const post = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await post("sync.enable");
  const { site } = await post("sync.pull", { site: "", from: [] });
  async function all(): Promise<Parcel[]> {
    const found: Parcel[] = [];
    for (const kind of ["book", "note"]) {
      const { pages } = await post("sync.pull", { site: "", from: [{ domain: "notes", kind }] });
      found.push(...(pages[0]?.records ?? []));
    }
    return found;
  }
  const take = async (from: string, parcels: Parcel[]) => {
    const records = parcels.map((parcel) => ({ domain: "notes", ...parcel }));
    return (await post("sync.push", { site: from, records })).results as { status: string }[];
  };
  return { site: site as string, post, all, take, gateway, stop };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const said = (parcels: Parcel[]) =>
  Object.fromEntries(parcels.flatMap(({ name, wire }) => (wire === undefined ? [] : [[name.join(" "), wire]])));

/** Exchanges all records between all gateways until nothing changes. */
async function settle(sites: readonly Site[]): Promise<void> {
  await until(async () => {
    for (const from of sites) for (const to of sites) if (from !== to) await to.take(from.site, await from.all());
    const [first, ...others] = await Promise.all(sites.map((site) => site.all()));
    const vectors = (parcels: Parcel[]) =>
      Object.fromEntries(parcels.map(({ name, vector, wire }) => [name.join(" "), [vector, wire]]));
    for (const other of others) expect(vectors(other)).toEqual(vectors(first as Parcel[]));
  });
}

const SITES = 3;
const site = fc.nat(SITES - 1);
const id = fc.constantFrom("a", "b", "c");
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("put" as const),
      site,
      id,
      text: fc.constantFrom("x", "y", "z"),
      updatedAt: fc.option(fc.nat(5), { nil: undefined }),
      book: fc.option(fc.constant("cook"), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), site, id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("book" as const), site, title: fc.constantFrom("1", "2") }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("carry" as const),
      from: site,
      to: site,
      kept: fc.nat(63),
      isDoubled: fc.boolean(),
      isReversed: fc.boolean(),
      isStale: fc.boolean(),
    }),
  },
);

it("converges after random changes that arrive late, repeatedly, partially or in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const sites = await Promise.all(Array.from({ length: SITES }, openSite));
      /** Pages fetched earlier that may be delivered much later. */
      const old = new Map<number, Parcel[]>();
      for (const what of steps) {
        const at = sites["site" in what ? what.site : what.to] as Site;
        if (what.do === "put") {
          const { id, text, updatedAt, book } = what;
          const note = { id, text, ...(updatedAt !== undefined && { updatedAt }), ...(book && { book }) };
          await at.post("notes.put", { notes: [note] });
        } else if (what.do === "remove") await at.post("notes.remove", { id: what.id });
        else if (what.do === "book") await at.post("notes.books.put", { id: "cook", title: what.title });
        else if (what.from !== what.to) {
          const from = sites[what.from] as Site;
          const found = (what.isStale && old.get(what.from)) || (await from.all());
          old.set(what.from, found);
          const parcels = found.filter((_, n) => what.kept & (1 << (n % 6)));
          if (what.isReversed) parcels.reverse();
          await at.take(from.site, what.isDoubled ? [...parcels, ...parcels] : parcels);
        }
      }
      await (sites[0] as Site).post("notes.books.put", { id: "cook", title: "at last" });
      await settle(sites);
      const [first, ...others] = await Promise.all(sites.map(async (site) => said(await site.all())));
      for (const other of others) expect(other).toEqual(first);
      await Promise.all(sites.map((site) => site.stop()));
    }),
    { ...SHRINK_IN_TIME, numRuns: 40 },
  );
});
