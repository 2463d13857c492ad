/** Opens a store over plain files, and holds it until its standard input ends; then it takes half a second to leave. */
import { complete } from "@postern/core/storage";
import fsLite from "unstorage/drivers/fs-lite";

const store = await complete(fsLite({ base: process.argv[2] }));
console.log(process.pid);
process.stdin.resume().on("end", async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await store.dispose();
});
