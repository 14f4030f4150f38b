/**
 * `npm run test:on-cluster`: runs the tests of whole installations on a cluster instead of one machine, on engines that
 * it starts and stops. Words in the arguments choose files by their paths. Everything from the first flag on is for the
 * test runner: `npm run test:on-cluster -- duplicates -t repeat`.
 */
import { join } from "node:path";
import { filesOnCluster } from "../tests/cluster/files-on-cluster.ts";
import { startGivenEngines } from "../tests/harness/given-engines.ts";
import { clusterEngines } from "../tests/harness/programs.ts";
import { ensureSystemPackages } from "./system-packages.ts";

const args = process.argv.slice(2);
const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
const files = filesOnCluster().filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
);
if (files.length === 0) fail(`No test file that runs on a cluster has ${words.join(" or ")} in its path.`);
const ensured = await ensureSystemPackages(clusterEngines);
if (!ensured.ok) fail(ensured.problem);

const exitOnSignal = { SIGINT: 130, SIGTERM: 143 } as const;
let running: Bun.Subprocess | null = null;
let isInterrupted = false;
// The engines are in process groups of their own, so that Ctrl-C does not end them under the tests. They are stopped
// when the tests have ended, or when they have started if there was a signal meanwhile.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isInterrupted = true;
    process.exitCode = exitOnSignal[signal];
    running?.kill(signal);
  });

await using engines = await startGivenEngines();
if (!isInterrupted) {
  running = Bun.spawn([process.execPath, "test", "--timeout=120000", ...files, ...args.slice(words.length)], {
    cwd: join(import.meta.dir, ".."),
    env: { ...process.env, ...engines.env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exitCode = await running.exited;
  process.exitCode ??= exitCode;
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
