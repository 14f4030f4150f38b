import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { guidePath, picturePath } from "@weir/protocol/docs-page/site-map";
import { mainVariable } from "../../scripts/build-server.ts";
import { noticesName } from "../../scripts/third-party-notices.ts";
import { findProcesses } from "../harness/running-process.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { plainEnvironment } from "./weir-command.ts";

const root = join(import.meta.dir, "../..");
const packages = ["server", "protocol", "rule-engine"];
/** What a server needs to be built and to run, without the dashboard. */
const needed = [
  "bin",
  "scripts",
  "docs/guide",
  "docs/images",
  "package.json",
  "package-lock.json",
  ...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
];

/** Its own packages are found in its own folder, as `npm ci` links them. */
function install(place: string): void {
  for (const path of needed) cpSync(join(root, path), join(place, path), { recursive: true });
  mkdirSync(join(place, "node_modules/@weir"), { recursive: true });
  for (const name of packages) symlinkSync(`../../packages/${name}`, join(place, "node_modules/@weir", name));
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => name !== "@weir"))
    symlinkSync(join(root, "node_modules", name), join(place, "node_modules", name));
}

async function build(place: string): Promise<string> {
  const child = Bun.spawn([process.execPath, join(place, "scripts/build-server.ts")], { stderr: "pipe" });
  expect(await child.exited).toBe(0);
  return child.stderr.text();
}

test("a copy of a built installation runs its own files when the original is gone", async () => {
  using folder = tempFolder();
  const original = join(folder.path, "original");
  const copy = join(folder.path, "a copy");
  install(original);
  expect(await build(original)).toContain("Building");
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  rmSync(original, { recursive: true });
  // The sources are the same, so the copied build is used.
  expect(await build(copy)).toBe("");
  const data = join(folder.path, "data");
  await using server = Bun.spawn([join(copy, "bin/weir"), "serve", "--json", "--data", data, "--port", "0"], {
    env: { ...plainEnvironment(), [mainVariable]: undefined },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const { value } = await server.stdout.getReader().read();
  const { url } = JSON.parse(new TextDecoder().decode(value));
  const roles = findProcesses((words) => words.includes("role") && words.includes(data));
  const mains = roles.map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1]);
  const current = readFileSync(join(copy, "packages/server/dist/current"), "utf8");
  expect(mains).toEqual([current, current, current]);
  // A bundle contains code of others, so their licences come with it.
  expect(readFileSync(resolve(copy, dirname(current), noticesName), "utf8")).toContain("\nzod ");
  // The guides and their pictures are read by a thread, relative to its source.
  for (const path of ["/docs", guidePath("boards"), picturePath("home")])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
}, 60_000);
