/** Opens a store on plain files until its standard input ends, then takes half a second to exit. */
import { complete } from "@postern/core/storage";
import fsLite from "unstorage/drivers/fs-lite";

const store = await complete(fsLite({ base: process.argv[2] }));
console.log(process.pid);
process.stdin.resume().on("end", async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await store.dispose();
});
