/**
 * Commits groups to a folder until it is killed or done, and prints each acknowledged commit:
 * `<number> <change as JSON>` per line.
 */
import { writeSync } from "node:fs";
import { commitNumber, decodeRecord, encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const [path, name, groups, width] = process.argv.slice(2);
const store = lmdb({ path, create: true });
const total = encodeKey(["total"]);
const journal = encodeKey(["journal", commitNumber]);

/** A commit that depends on its reads, and `width` independent ones. */
function gather(group) {
  store.refresh();
  const text = store.getItem(total);
  const { version, data } = text === null ? { version: undefined, data: 0 } : decodeRecord(total, text);
  const found = version === undefined ? [] : [{ key: total, version }];
  const bump = { by: name, total: data + 1 };
  const batches = [
    {
      checks: [{ start: total, end: `${total}\0`, found }],
      writes: [
        { key: total, value: encodeRecord(data + 1) },
        { key: journal, value: encodeRecord(bump) },
      ],
    },
  ];
  const contents = [bump];
  for (let n = 0; n < Number(width); n++) {
    const own = { by: name, own: group * Number(width) + n };
    contents.push(own);
    batches.push({
      checks: [],
      writes: [
        { key: encodeKey(["own", name, own.own]), value: encodeRecord(own) },
        { key: encodeKey(["count"]), add: 1 },
        { key: journal, value: encodeRecord(own) },
      ],
    });
  }
  return { batches, contents };
}

for (let group = 0; group < Number(groups); group++) {
  const { batches, contents } = gather(group);
  const numbers = await store.commit(batches);
  const lines = numbers.map((number, at) => (number === false ? "" : `${number} ${JSON.stringify(contents[at])}\n`));
  writeSync(1, lines.join(""));
}
await store.dispose();
