import { projectFolder } from "./systems/weir.ts";

/**
 * Which Weir was measured: its commit, and whether its packages differ from that commit; null outside a Git
 * checkout.
 */
interface MeasuredCode {
  readonly commit: string;
  readonly isChanged: boolean;
}

/**
 * Called at both ends of a run, because figures from two states of the code must not end up in one table
 * unnoticed.
 */
export function measuredCode(): MeasuredCode | null {
  const commit = git(["rev-parse", "--short", "HEAD"]);
  const changes = git(["status", "--porcelain", "--", "packages", "bin"]);
  return commit === null || changes === null ? null : { commit, isChanged: changes !== "" };
}

export function describeCode(before: MeasuredCode | null, after: MeasuredCode | null): string {
  if (before === null || after === null) return "Weir: not a Git checkout.";
  const changed = before.isChanged || after.isChanged ? ", with uncommitted changes" : "";
  if (before.commit === after.commit) return `Weir: commit ${before.commit}${changed}.`;
  return `Weir: the code changed during the run, from ${before.commit} to ${after.commit}${changed}. Run it again.`;
}

function git(args: readonly string[]): string | null {
  if (Bun.which("git") === null) return null;
  const { success, stdout } = Bun.spawnSync(["git", ...args], { cwd: projectFolder, stderr: "ignore" });
  return success ? stdout.toString().trim() : null;
}
