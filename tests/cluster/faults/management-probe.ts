import type { TestedCluster } from "./tested-cluster.ts";

interface ManagementReport {
  readonly managedMs: number;
  /** Answers that do not ask for a repeat. */
  readonly problems: readonly string[];
}

const tryEveryMs = 200;
/** A change waits for members that do not answer, and gives up after 30 s. */
const answerTimeoutMs = 45_000;
const timeoutMs = 300_000;
const toBeRepeated = [429, 502, 503, 504];

/** Reads and writes control data through haproxy until both have worked, like a person who tries again. */
export async function probeManagement(cluster: TestedCluster, faultMs: number): Promise<ManagementReport> {
  const problems: string[] = [];
  const { uuid } = cluster.devices[0]!.device;
  const works = async (method: string, body?: unknown): Promise<boolean> => {
    try {
      const { status, json } = await cluster.owner.call(
        ...([method, `./devices/${uuid}`, body, {}, AbortSignal.timeout(answerTimeoutMs)] as const),
      );
      if (status !== 200 && !toBeRepeated.includes(status))
        problems.push(`${method} with ${status} ${JSON.stringify(json)}`);
      return status === 200;
    } catch {
      return false;
    }
  };
  const untilItWorks = async (method: string, body?: unknown) => {
    while (!(await works(method, body))) {
      if (performance.now() - faultMs > timeoutMs) throw new Error(`${method} does not work any more.`);
      await Bun.sleep(tryEveryMs);
    }
  };
  await untilItWorks("GET");
  await untilItWorks("PATCH", { name: `Device at ${Date.now()}` });
  return { managedMs: performance.now() - faultMs, problems };
}
