/** The files that differ from the branch main, uncommitted and new ones included. */
export function changedFiles(root: string): ReadonlySet<string> {
  // A clone need not have the branch.
  const [base = "HEAD"] = git(root, "merge-base", "main", "HEAD") ?? [];
  const changed = git(root, "diff", "--name-only", "--no-renames", base);
  const added = git(root, "ls-files", "--others", "--exclude-standard");
  if (changed === null || added === null) throw new Error("--changed needs a checkout of git.");
  return new Set([...changed, ...added]);
}

/** The lines that git prints; null if it fails. */
function git(root: string, ...args: string[]): string[] | null {
  const { exitCode, stdout } = Bun.spawnSync(["git", "-c", "core.quotePath=false", ...args], { cwd: root });
  if (exitCode !== 0) return null;
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}
