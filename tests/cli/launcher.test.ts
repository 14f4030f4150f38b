import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mainVariable, serverEntries } from "../../scripts/build-server.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { plainEnvironment, weir } from "./weir-command.ts";

const root = join(import.meta.dir, "../..");
const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

/** Replaces the server: fills 64 MB, frees them, and prints by how much the resident memory has shrunk. */
const probe = join(folder.path, "probe.ts");
writeFileSync(
  probe,
  `const residentMb = () => process.memoryUsage.rss() / 1e6;
   const filled = Array.from({ length: 4000 }, () => new Uint8Array(16 * 1024).fill(1));
   const fullMb = residentMb();
   for (const { buffer } of filled) buffer.transfer(0);
   console.log(fullMb - residentMb());`,
);

async function freedMb(env: Record<string, string> = {}): Promise<number> {
  const { stdout } = await weir([], { [mainVariable]: probe, ...env });
  return Number(stdout);
}

test("returns freed memory to the system at once, unless the environment says otherwise", async () => {
  expect(await freedMb()).toBeGreaterThan(50);
  expect(await freedMb({ MIMALLOC_PURGE_DELAY: "60000" })).toBeLessThan(10);
});

/** A checkout whose sources and whose build say what they are. */
function fakeCheckout(name: string): string {
  const checkout = join(folder.path, name);
  const server = join(checkout, "packages/server");
  for (const source of ["server", "protocol", "rule-engine"])
    mkdirSync(join(checkout, "packages", source, "src"), { recursive: true });
  mkdirSync(join(server, "dist/1a2b"), { recursive: true });
  cpSync(join(root, "bin"), join(checkout, "bin"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  writeFileSync(join(checkout, "package-lock.json"), `{ "packages": {} }`);
  writeFileSync(join(server, "src/main.ts"), `console.log("sources");`);
  writeFileSync(join(server, "dist/1a2b/main.js"), `console.log("build");`);
  writeFileSync(join(server, "dist/current"), join(server, "dist/1a2b/main.js"));
  return checkout;
}

async function whatRuns(checkout: string): Promise<string> {
  const env = { ...plainEnvironment(), [mainVariable]: undefined };
  const child = Bun.spawn([join(checkout, "bin/weir")], { env, stdout: "pipe" });
  return (await child.stdout.text()).trim();
}

test("runs the build", async () => {
  expect(await whatRuns(fakeCheckout("built"))).toBe("build");
});

test.each([
  "package-lock.json",
  "packages/server/src/main.ts",
  "packages/protocol/src",
  "packages/rule-engine/src",
])("runs the sources when %s has changed since the build", async (changed) => {
  const checkout = fakeCheckout(`changed-${changed.replaceAll("/", "-")}`);
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(checkout, changed), later, later);
  expect(await whatRuns(checkout)).toBe("sources");
});

test("runs the sources when the checkout was copied, because a copy does not keep the times of changes", async () => {
  const checkout = fakeCheckout("old-place");
  cpSync(checkout, join(folder.path, "copy"), {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  expect(await whatRuns(join(folder.path, "copy"))).toBe("sources");
});

test("runs the sources when the build was deleted", async () => {
  const checkout = fakeCheckout("deleted");
  renameSync(join(checkout, "packages/server/dist/1a2b"), join(checkout, "packages/server/dist/gone"));
  expect(await whatRuns(checkout)).toBe("sources");
});

function copyBuildScripts(checkout: string): void {
  mkdirSync(join(checkout, "scripts"));
  for (const script of ["build-server.ts", "hash-sources.ts", "third-party-notices.ts"])
    cpSync(join(root, "scripts", script), join(checkout, "scripts", script));
}

test("can be built by several commands at the same time, which leave nothing unfinished behind", async () => {
  const checkout = fakeCheckout("built-at-once");
  copyBuildScripts(checkout);
  const sources = join(checkout, "packages/server/src");
  for (const entry of serverEntries) {
    mkdirSync(dirname(join(sources, entry)), { recursive: true });
    writeFileSync(join(sources, entry), `console.log("built ${entry}");`);
  }
  const builds = Array.from({ length: 4 }, () => {
    const build = [process.execPath, join(checkout, "scripts/build-server.ts")];
    return Bun.spawn(build, { stdout: "ignore", stderr: "pipe" });
  });
  expect(await Promise.all(builds.map(({ exited }) => exited))).toEqual([0, 0, 0, 0]);
  expect(await whatRuns(checkout)).toBe("built main.ts");
  // The last command may have run while another one still wrote.
  await Bun.spawn([process.execPath, join(checkout, "scripts/build-server.ts")]).exited;
  expect(readdirSync(join(checkout, "packages/server/dist"))).toHaveLength(2);
});
