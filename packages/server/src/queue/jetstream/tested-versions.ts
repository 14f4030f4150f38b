/**
 * The versions of NATS on which Weir was tested under faults: the whole cluster was killed and cut off while readings
 * arrived, and no acknowledged reading was lost. Later patches of the same line count as tested. This list is the only
 * place that names them.
 */
const testedVersions: readonly string[] = ["2.9.10", "2.15.1"];

/** Versions that lost acknowledged readings, and when. */
const losingLines: Readonly<Record<string, string>> = {
  "2.10": "NATS 2.10.27 lost acknowledged readings when all servers were killed at once.",
};

/** A server as it introduces itself. */
interface IntroducedServer {
  readonly name: string;
  readonly version: string;
}

/** A server has a version on which Weir was not tested. */
export class UntestedNatsError extends Error {
  readonly code = "untested_nats";
}

/** Explains which servers Weir was not tested on; null if it was tested on all of them. */
export function judgeVersions(servers: readonly IntroducedServer[]): string | null {
  const untested = servers.filter(({ version }) => !isTested(version));
  if (untested.length === 0) return null;
  const named = untested.map(({ name, version }) => `${name} has version ${version}`).join(", ");
  const known = [...new Set(untested.flatMap(({ version }) => losingLines[lineOf(version)] ?? []))];
  return [
    `Weir was tested with NATS ${testedVersions.join(" and ")} and later patches of these, but the server ${named}.`,
    ...known,
    "Install a tested version on every server, or set nats_allow_untested to accept the risk of losing readings.",
  ].join(" ");
}

export function isTested(version: string): boolean {
  return testedVersions.some(
    (tested) => lineOf(version) === lineOf(tested) && patchOf(version) >= patchOf(tested),
  );
}

function lineOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

/** Returns NaN, which is never high enough, for a version that is not finished, such as 2.15.1-RC.1. */
function patchOf(version: string): number {
  return Number(version.split(".").slice(2).join("."));
}
