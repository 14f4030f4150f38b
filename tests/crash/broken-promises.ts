import type { CrashRunResult } from "./crash-run.ts";

/** The broken promises of a run, in words and at most a few of each kind; empty if every promise was kept. */
export function brokenPromises({ findings, problems, rows, status }: CrashRunResult): string[] {
  const broken = [
    ...some("acknowledged but not stored", findings.lost),
    ...some("stored twice", findings.storedTwice),
    ...some("altered", findings.altered),
    ...some("stored but never sent", findings.neverSent),
    ...some("answered wrongly", problems),
  ];
  // Every reading has its own value, so one that was accepted twice shows as more accepted than stored.
  const { accepted, saved, ended, dead, gap } = status;
  if (accepted !== rows || saved !== rows || ended + dead !== 0 || gap !== 0) {
    broken.push(`counts: ${rows} rows, but ${JSON.stringify({ accepted, saved, ended, dead, gap })}`);
  }
  return broken;
}

const namedMax = 5;

function some(what: string, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  return [`${what}, ${found.length} of them: ${found.slice(0, namedMax).join("; ")}`];
}
