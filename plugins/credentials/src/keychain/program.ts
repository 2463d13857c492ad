/**
 * The helper process. The system's keychain may prompt the user or hang in a native call, which can only be stopped by
 * ending the process. Each request and each response is a line of JSON. On Linux only the secret service is used: the
 * fallback of the library is a keyring in kernel memory, which is lost at the next restart.
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
  work = work.then(() => answer(line)).then((response) => process.stdout.write(JSON.stringify(response) + "\\n"));
}).on("close", () => work.then(() => process.exit()));
`;
