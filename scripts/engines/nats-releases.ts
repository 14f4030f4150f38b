import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Releases of the NATS server that Debian has, and the suite of each. The first one is that of Debian 12. */
const suites = { "2.9": "bookworm", "2.10": "trixie", "2.15": "sid" } as const;
export type NatsRelease = keyof typeof suites;
export const natsReleases = Object.keys(suites) as NatsRelease[];

const cacheFolder = join(import.meta.dir, "../../node_modules/.cache/nats");
const sourceFiles = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * Resolves to the path of a server of this release. It is unpacked into a folder of its own, and nothing is installed.
 * The package comes from the mirror that this machine uses. Needs Debian.
 */
export async function fetchNats(release: NatsRelease): Promise<string> {
  const folder = join(cacheFolder, release);
  const program = join(folder, "usr/sbin/nats-server");
  if (existsSync(program)) return program;
  const work = join(cacheFolder, `fetching-${release}-${process.pid}`);
  try {
    const options = writeAptOptions(work, suites[release]);
    await run(["apt-get", ...options, "update"], work);
    const version = await newestOf(release, options);
    await run(["apt-get", ...options, "download", `nats-server=${version}`], work);
    const [name] = new Bun.Glob("nats-server_*.deb").scanSync({ cwd: work });
    mkdirSync(folder, { recursive: true });
    await run(["dpkg-deb", "-x", join(work, name!), folder], work);
    return program;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Lists and downloads lie in the folder, so the machine's own package lists stay as they are. */
function writeAptOptions(work: string, suite: string): string[] {
  for (const folder of ["lists/partial", "archives/partial"])
    mkdirSync(join(work, folder), { recursive: true });
  const sources = join(work, "sources.list");
  writeFileSync(sources, `deb [signed-by=${keyring}] ${mirror()} ${suite} main\n`);
  return [
    "-o",
    `Dir::Etc::sourcelist=${sources}`,
    "-o",
    "Dir::Etc::sourceparts=-",
    "-o",
    `Dir::State::lists=${join(work, "lists")}`,
    "-o",
    `Dir::Cache=${work}`,
    // Otherwise apt downloads as a user who may not enter the folder.
    "-o",
    "APT::Sandbox::User=root",
  ];
}

/** The address of the machine's own Debian mirror. */
function mirror(): string {
  for (const file of sourceFiles.filter(existsSync)) {
    const found = /^(?:URIs:|deb(?: \[.*\])?) *(\S+\/debian\/?)(?:\s|$)/m.exec(readFileSync(file, "utf8"));
    if (found !== null) return found[1]!;
  }
  throw new Error("Other releases of NATS come from the Debian mirror of this machine, and it has none.");
}

async function newestOf(release: NatsRelease, options: readonly string[]): Promise<string> {
  const listed = await run(["apt-cache", ...options, "madison", "nats-server"], "/");
  const versions = listed.split("\n").map((line) => line.split("|")[1]?.trim() ?? "");
  const version = versions.find((each) => each.startsWith(`${release}.`));
  if (version === undefined)
    throw new Error(`Debian has no NATS ${release} any more, only ${versions.join(" ")}.`);
  return version;
}

async function run(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdout: "pipe", stderr: "pipe" });
  const [output, problem] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${problem.trim()}`);
  return output;
}
