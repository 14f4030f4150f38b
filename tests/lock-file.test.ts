/**
 * Checks that `npm ci` works on every platform Weir supports. npm leaves a platform's package out of the lock file when the
 * registry does not have it for that exact version, and then an install on that platform succeeds but the program fails.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Platform {
  readonly os: string;
  readonly cpu: string;
  /** Linux only. */
  readonly libc?: string;
}

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly engines?: { readonly node?: string };
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

const platforms: readonly Platform[] = [
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "linux", cpu: "x64", libc: "musl" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "linux", cpu: "arm64", libc: "musl" },
  { os: "darwin", cpu: "x64" },
  { os: "darwin", cpu: "arm64" },
  { os: "win32", cpu: "x64" },
];

const lockFile = join(import.meta.dir, "..", "package-lock.json");
const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: LockedPackages };

test("contains the native binaries of every package for every supported platform", () => {
  expect(nativePackages(packages).length).toBeGreaterThan(4);
  expect(missingBinaries(packages)).toEqual([]);
});

test("reports a platform whose binary is not in the lock file", () => {
  const { "node_modules/@rolldown/binding-linux-arm64-gnu": _, ...incomplete } = packages;
  expect(missingBinaries(incomplete)).toEqual(["node_modules/rolldown has no binary for linux arm64 glibc"]);
});

test("contains no package that needs a newer Node than the README names", () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dir, "..", "package.json"), "utf8"));
  const oldest = `${/\d+/.exec(engines.node)![0]}.19.0`;
  const newer = Object.entries(packages).filter(
    ([, { engines: needed }]) => needed?.node !== undefined && !Bun.semver.satisfies(oldest, needed.node),
  );
  expect(newer.map(([path]) => path)).toEqual([]);
});

test("contains no download addresses", () => {
  const addressed = Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path]) => path);
  expect(addressed).toEqual([]);
});

test("pins every dependency to an exact version", () => {
  const loose = Object.entries(packages)
    .filter(([path]) => path === "" || path.startsWith("packages/"))
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

function missingBinaries(locked: LockedPackages): string[] {
  return nativePackages(locked).flatMap((path) => {
    const names = Object.keys(locked[path]!.optionalDependencies!);
    const present = names.map((name) => findFrom(path, name, locked)).filter((entry) => entry !== undefined);
    return platforms
      .filter((platform) => !present.some((entry) => runsOn(entry, platform)))
      .map(({ os, cpu, libc }) => `${path} has no binary for ${[os, cpu, libc].join(" ").trim()}`);
  });
}

/**
 * Packages that choose one of several optional dependencies by platform. They are found by name, because missing ones
 * have nothing else.
 */
function nativePackages(locked: LockedPackages): string[] {
  return Object.keys(locked).filter((path) => {
    const names = Object.keys(locked[path]!.optionalDependencies ?? {});
    return names.filter((name) => /[-/](linux|darwin|win32|windows)-/.test(name)).length > 1;
  });
}

/** Resolves a dependency as Node does: the nearest node_modules first. */
function findFrom(path: string, name: string, locked: LockedPackages): LockedPackage | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const found = locked[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found !== undefined || folder === "") return found;
  }
}

function runsOn({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  return (
    os?.includes(platform.os) === true &&
    cpu?.includes(platform.cpu) === true &&
    (libc === undefined || platform.libc === undefined || libc.includes(platform.libc))
  );
}
