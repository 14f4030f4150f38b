import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";

/** A program that tests or benchmarks run, and the Debian package it comes in. */
export interface SystemPackage {
  readonly command: string;
  readonly package: string;
}

export type EnsuredPackages =
  | { readonly ok: true; readonly installed: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Set in the environment of test files, because the runner has installed what it could before the first of them. */
export const installNothing = "TESTS_INSTALL_NOTHING";

/** Debian's package scripts ask here whether they may start a service. Exit code 101 means no. */
const policyFile = "/usr/sbin/policy-rc.d";
const refuseServices = "#!/bin/sh\nexit 101\n";

/**
 * Makes sure that the programs exist. Installs missing ones with apt-get if that is possible (root on Debian), and
 * otherwise says which packages to install. Services of a package are not started.
 */
export async function ensureSystemPackages(wanted: readonly SystemPackage[]): Promise<EnsuredPackages> {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return { ok: true, installed: [] };
  const names = missing.join(" ");
  if (!canInstall()) {
    return { ok: false, problem: `Not installed: ${names}. On Debian: sudo apt-get install ${names}` };
  }
  console.error(`Installing with apt-get: ${names}`);
  const failure = await withoutServices(() => install(missing));
  const absent = missingPackages(wanted).join(" ");
  if (absent === "") return { ok: true, installed: missing };
  const reason = failure ?? "It succeeded, but the programs are not there.";
  return { ok: false, problem: `apt-get could not install ${absent}: ${reason}` };
}

function missingPackages(wanted: readonly SystemPackage[]): string[] {
  const missing = wanted.filter(({ command }) => !isThere(command));
  return [...new Set(missing.map((entry) => entry.package))];
}

/** Also looks in the folders of administrators' programs, which are often missing from a user's PATH. */
function isThere(command: string): boolean {
  return Bun.which(command, { PATH: `${process.env.PATH ?? ""}:/usr/sbin:/sbin` }) !== null;
}

function canInstall(): boolean {
  if (process.env[installNothing] !== undefined) return false;
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && isThere("apt-get");
}

/** An existing policy belongs to the machine and stays unchanged. */
async function withoutServices<T>(work: () => Promise<T>): Promise<T> {
  if (existsSync(policyFile)) return work();
  writeFileSync(policyFile, refuseServices);
  chmodSync(policyFile, 0o755);
  try {
    return await work();
  } finally {
    rmSync(policyFile, { force: true });
  }
}

/** Null on success, otherwise the output of apt-get. Package lists are fetched only if the install fails without. */
async function install(packages: readonly string[]): Promise<string | null> {
  if ((await installTogether(packages)) === null) return null;
  await aptGet(["update"]);
  const failure = await installTogether(packages);
  if (failure === null || packages.length === 1) return failure;
  // A package that this release of Debian does not have must not prevent the others from being installed.
  for (const name of packages) await installTogether([name]);
  return failure;
}

function installTogether(packages: readonly string[]): Promise<string | null> {
  return aptGet(["install", "-y", "--no-install-recommends", ...packages]);
}

async function aptGet(arguments_: readonly string[]): Promise<string | null> {
  const run = Bun.spawn(["apt-get", ...arguments_], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = await new Response(run.stderr).text();
  return (await run.exited) === 0 ? null : complaint.trim();
}
