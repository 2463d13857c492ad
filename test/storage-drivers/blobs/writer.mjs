// Writes values until it is killed, and prints the key of each that is written. Arguments: the driver and its options.
import { createHash, randomBytes } from "node:crypto";

const [driver, options] = process.argv.slice(2);
const { openBlobs } = await import(driver);
const blobs = openBlobs(JSON.parse(options));

for (;;) {
  const value = randomBytes(3_000_000);
  const name = createHash("sha256").update(value).digest("hex");
  const key = `audio:${name.slice(0, 2)}:${name}`;
  await blobs.setItemRaw(key, value);
  console.log(key);
}
