import { mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join, relative } from "node:path";

/** The folder in which nft looks for control groups. */
const nftRoot = "/sys/fs/cgroup";
const table = `weir_cut_${process.pid}`;

/**
 * Cuts processes off from the network: the kernel drops every packet to and from them, and no connection is closed.
 * Only processes that were started under `underOf` can be cut off, because it puts them into their own control group.
 * Needs root, nftables and control groups version 2.
 */
export class CutOff implements Disposable {
  readonly #groups = new Map<string, string>();
  readonly #mount: string;

  constructor() {
    const mount = mountPoint();
    if (mount === null) throw new Error("There are no control groups of version 2.");
    this.#mount = mount;
  }

  /** The command prefix that runs the part with this name in its own control group. */
  underOf(name: string): string[] {
    const group = join(this.#mount, `weir-${process.pid}-${name}`);
    if (!this.#groups.has(name)) mkdirSync(group, { recursive: true });
    this.#groups.set(name, group);
    return ["/bin/sh", "-c", 'echo $$ > "$0" && exec "$@"', join(group, "cgroup.procs")];
  }

  cut(name: string): void {
    const group = this.#groups.get(name);
    if (group === undefined) throw new Error(`${name} was not started to be cut off.`);
    const drop = `socket cgroupv2 level 1 "${relative(nftRoot, group)}" counter drop`;
    nft(`table inet ${table} {
      chain sent { type filter hook output priority 0; ${drop}; }
      chain received { type filter hook input priority 0; ${drop}; }
    }`);
  }

  /** How many packets were dropped since the last cut. */
  dropped(): number {
    const counters = nft(`list table inet ${table}`).matchAll(/counter packets (\d+)/g);
    return [...counters].reduce((sum, [, packets]) => sum + Number(packets), 0);
  }

  /**
   * Lets packets pass again. The kernel resends what was sent meanwhile, after a delay that grows with the length of
   * the cut.
   */
  heal(): void {
    nft(`table inet ${table} {}\ndelete table inet ${table}`);
  }

  /** Must be called after everything that was started has ended. */
  [Symbol.dispose](): void {
    this.heal();
    for (const group of this.#groups.values()) rmdirSync(group);
  }
}

/** Why nothing can be cut off here; null if it can. */
export async function whyNoCutOff(): Promise<string | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "cutting off needs root on Linux";
  if (Bun.which("nft", { PATH: `${process.env.PATH}:/usr/sbin` }) === null)
    return "cutting off needs nftables";
  try {
    return (await isCutOff()) ? null : "packets of a control group cannot be dropped here";
  } catch (error) {
    return `packets of a control group cannot be dropped here: ${error instanceof Error ? error.message : error}`;
  }
}

/** Cuts off a small server and tries to reach it. */
async function isCutOff(): Promise<boolean> {
  using cutOff = new CutOff();
  const serve =
    'console.log(Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() }).port)';
  const server = Bun.spawn([...cutOff.underOf("probe"), process.execPath, "-e", serve]);
  try {
    const { value: line } = await server.stdout.getReader().read();
    const reach = () =>
      fetch(`http://127.0.0.1:${new TextDecoder().decode(line).trim()}`, {
        keepalive: false,
        signal: AbortSignal.timeout(500),
      }).then(
        () => true,
        () => false,
      );
    const isReachable = await reach();
    cutOff.cut("probe");
    return isReachable && !(await reach());
  } finally {
    server.kill("SIGKILL");
    await server.exited;
  }
}

function mountPoint(): string | null {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  return mounts.map((line) => line.split(" ")).find(([, , type]) => type === "cgroup2")?.[1] ?? null;
}

function nft(rules: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["/usr/sbin/nft", "-f", "-"], {
    stdin: Buffer.from(rules),
  });
  if (exitCode !== 0) throw new Error(stderr.toString().trim());
  return stdout.toString();
}
