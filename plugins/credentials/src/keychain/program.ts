/**
 * What runs in a process of its own, since the system's keychain may ask a person, or hang, in the middle of a native
 * call, which nothing but the end of its process ends. One JSON line asks, one answers. On Linux the secret service is
 * insisted on: what would be taken in its place is a ring in memory, which is lost at the next start of the machine.
 */
export const program = `
const [path] = process.argv.slice(1);
const options = { linux: { store: "secret-service" } };
const verbs = {
  get: (entry) => entry.getPassword(),
  set: (entry, secret) => entry.setPassword(secret),
  remove: (entry) => entry.deleteCredential(),
};
async function answer(line) {
  const { id, verb, service, account, secret } = JSON.parse(line);
  try {
    const { AsyncEntry } = require(path);
    const value = await verbs[verb](new AsyncEntry(service, account, options), secret);
    return { id, value: value ?? undefined };
  } catch (error) {
    return { id, error: String(error && error.message), code: String(error && error.code) };
  }
}
let work = Promise.resolve();
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  work = work.then(() => answer(line)).then((told) => process.stdout.write(JSON.stringify(told) + "\\n"));
}).on("close", () => work.then(() => process.exit()));
`;
