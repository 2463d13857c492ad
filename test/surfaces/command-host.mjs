import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { main, processIo } from "../../plugins/cli/dist/main.js";

// Runs the command lines that it is sent, one after the other, each with an environment and a working folder of its own:
// as a process of their own they would load the same modules a thousand times.
process.on("message", async ({ args, env, cwd, input }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, folders(env), env);
  process.chdir(cwd);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const stdin = Readable.from(input === "" ? [] : [Buffer.from(input)], { objectMode: false });
  const code = await main(args, processIo({ stdin, stdout, stderr, env: process.env, cwd: () => cwd }));
  stdout.end();
  stderr.end();
  const [out, err] = await output;
  process.send({ code, out, err });
});
process.on("disconnect", () => process.exit());

// The home folder is read once in a process, when a module is loaded, but these variables each time.
const folders = ({ HOME }) => ({
  XDG_DATA_HOME: `${HOME}/.local/share`,
  XDG_CONFIG_HOME: `${HOME}/.config`,
  XDG_CACHE_HOME: `${HOME}/.cache`,
  XDG_STATE_HOME: `${HOME}/.local/state`,
});
