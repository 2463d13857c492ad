import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that tests start and that is not a dependency of the repository. */
interface Program {
  /** The Debian packages that it needs. `.ci/debian-packages.txt` has all of them. */
  readonly debian?: readonly string[];
  /** The npm package that it is from. `.ci/npm-programs.txt` has its version. */
  readonly npm?: string;
  /** The files that it needs: names of commands, or absolute paths. By default its name. */
  readonly files?: readonly string[];
  /** Where to look before PATH. */
  readonly folders?: () => readonly string[];
  /** What no file shows. */
  readonly accepts?: (path: string) => boolean;
}

/** All programs that tests look for. */
export const PROGRAMS = {
  age: { debian: ["age"], files: ["age", "age-keygen"] },
  bash: { debian: ["bash"] },
  chromium: { debian: ["chromium"] },
  "espeak-ng": { debian: ["espeak-ng"] },
  fish: { debian: ["fish"] },
  "gnome-keyring": {
    debian: ["gnome-keyring", "dbus"],
    files: ["gnome-keyring-daemon", "dbus-daemon", "dbus-send"],
  },
  haproxy: { debian: ["haproxy"] },
  "nats-server": { debian: ["nats-server"] },
  ngircd: { debian: ["ngircd"] },
  openssl: { debian: ["openssl"] },
  orval: { npm: "orval" },
  pm2: { npm: "pm2" },
  postgresql: { debian: ["postgresql"], files: ["postgres", "psql"], folders: postgresFolders },
  prism: { npm: "@stoplight/prism-cli" },
  prometheus: { debian: ["prometheus"], files: ["prometheus", "promtool"] },
  prosody: { debian: ["prosody", "lua-sec"], files: ["prosody", "prosodyctl"] },
  // Debian has a smaller Python without its library.
  python3: { debian: ["python3"], accepts: (path) => spawnSync(path, ["-c", "import plistlib"]).status === 0 },
  radicale: { debian: ["radicale"] },
  // Other systems have another program of this name.
  script: {
    debian: ["bsdutils"],
    accepts: (path) => spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux"),
  },
  spectral: { npm: "@stoplight/spectral-cli" },
  // A module of Debian's Python, which may not be the first one on PATH.
  swift: {
    debian: ["python3-swift"],
    files: ["/usr/bin/python3", "/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py"],
  },
  "systemd-analyze": { debian: ["systemd"] },
  wrk: { debian: ["wrk"] },
  xandikos: { debian: ["xandikos"] },
  zsh: { debian: ["zsh"] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** Read once, since tests change PATH. Servers are in the last two, which are not on the PATH of every user. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"].filter(Boolean);
const paths = new Map<ProgramName, string | undefined>();

/** Whether a program is installed, as far as tests need it. */
export const has = (name: ProgramName): boolean => find(name) !== undefined;

/** The absolute path of a program. Throws an error with the command that installs it if it is missing. */
export function pathOf(name: ProgramName): string {
  const path = find(name);
  if (path === undefined) throw new Error(`${name} is not installed. Install it with: ${installCommand([name])}`);
  return path;
}

/** The command that installs these programs on Debian and Ubuntu. */
export function installCommand(names: readonly ProgramName[]): string {
  const programs = names.map((name): Program => PROGRAMS[name]);
  const debian = [...new Set(programs.flatMap((program) => program.debian ?? []))];
  const npm = npmPrograms().filter((versioned) => programs.some(({ npm }) => npm === packageOf(versioned)));
  return [
    ...(debian.length > 0 ? [`sudo apt-get install ${debian.join(" ")}`] : []),
    ...(npm.length > 0 ? [`npm install --global ${npm.join(" ")}`] : []),
  ].join(" && ");
}

/** The lines of a file in `.ci`. */
export const linesOf = (file: "debian-packages.txt" | "npm-programs.txt"): string[] =>
  readFileSync(new URL(`../../.ci/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n");

/** `pm2` of `pm2@7.0.4`. */
export const packageOf = (versioned: string): string => versioned.replace(/(?<=.)@.*$/, "");

const npmPrograms = () => linesOf("npm-programs.txt");

function find(name: ProgramName): string | undefined {
  if (!paths.has(name)) paths.set(name, look(name, PROGRAMS[name]));
  return paths.get(name);
}

function look(name: string, { files = [name], folders = () => [], accepts = () => true }: Program) {
  const all = [...folders(), ...FOLDERS];
  const found = files.map((file) => {
    if (file.startsWith("/")) return isFile(file) ? file : undefined;
    return all.map((folder) => join(folder, file)).find(isProgram);
  });
  const [path] = found;
  return path !== undefined && !found.includes(undefined) && accepts(path) ? path : undefined;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

/** Debian keeps the programs of each version in a folder of its own, not on PATH. The newest one is first. */
function postgresFolders(): string[] {
  const root = "/usr/lib/postgresql";
  if (!statSync(root, { throwIfNoEntry: false })) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, "bin"));
}
