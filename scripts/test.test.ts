import { expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";
import { propertyRunsVariable, shortProofs } from "./long-proofs.ts";
import { installNothing } from "./system-packages.ts";

// Runs compilers, which takes long on a busy machine.
setDefaultTimeout(120_000);

const root = join(import.meta.dir, "..");
const asSomebody = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"];

/** A checkout in which `npm test` finds only the files of this test, and nothing to build or to lint. */
function makeCheckout(checkout: string, source = "export const count = 3;\n"): void {
  for (const part of ["scripts", "tests/harness"])
    cpSync(join(root, part), join(checkout, part), { recursive: true });
  for (const found of new Bun.Glob("**/*.test.ts").scanSync(checkout)) rmSync(join(checkout, found));
  // Not as a whole, because what the compiler knows of the files of a checkout is kept in there.
  mkdirSync(join(checkout, "node_modules"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")).filter((each) => each !== ".cache"))
    symlinkSync(join(root, "node_modules", name), join(checkout, "node_modules", name));
  const write = (file: string, text: string) => writeIn(checkout, file, text);
  write("scripts/build-dashboard.ts", "");
  // Not the program that is started, so it builds nothing.
  write("scripts/build-server.ts", `export * from ${JSON.stringify(join(root, "scripts/build-server.ts"))};`);
  const off = { enabled: false };
  const linter = { rules: { preset: "none" } };
  write("biome.json", JSON.stringify({ linter, formatter: off, assist: off }));
  // Without the types of all packages and of browsers, which take most of the time of the compiler.
  const compilerOptions = { noEmit: true, types: [], lib: ["ES5"] };
  const config = JSON.stringify({ compilerOptions, include: ["source.ts"] });
  for (const place of ["", "packages/dashboard/"]) {
    write(`${place}tsconfig.json`, config);
    write(`${place}source.ts`, source);
  }
}

function writeIn(checkout: string, file: string, text: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
}

/** Writes a test file with one test of this name. */
function writeTest(checkout: string, file: string, { name = "passes", body = "" } = {}): void {
  const imports = `import { test } from "bun:test";\nimport * as fs from "node:fs";\n`;
  writeIn(checkout, file, `${imports}test(${JSON.stringify(name)}, async () => { ${body} });\n`);
}

function runTests(checkout: string, ...args: string[]) {
  return runTestsIn({}, checkout, ...args);
}

async function runTestsIn(env: NodeJS.ProcessEnv, checkout: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, "scripts/test.ts", ...args], {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const complaints = child.stderr.text();
  const output = await child.stdout.text();
  return {
    output,
    complaints: await complaints,
    lastLine: output.trimEnd().split("\n").at(-1),
    code: await child.exited,
  };
}

test("stops at type errors, together with the tests that run already, and still ends with the counts", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path, `export const count: number = "three";\n`);
  writeTest(folder.path, "tests/endless.test.ts", {
    body: "await new Promise(() => setInterval(() => {}, 1000));",
  });
  const { output, lastLine, code } = await runTests(folder.path);
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
  expect([code, lastLine]).toEqual([1, "0 passed, 1 failed"]);
});

test("counts only tests as passed, and a failed check as failed", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  writeTest(folder.path, "tests/some.test.ts");
  expect(await runTests(folder.path)).toMatchObject({ code: 0, lastLine: "1 passed, 0 failed" });
  writeIn(folder.path, "biome.json", "no JSON");
  expect(await runTests(folder.path)).toMatchObject({ code: 1, lastLine: "1 passed, 1 failed" });
});

test("runs long proofs only if they are asked for, by npm run test:faults or by their path", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  for (const file of ["tests/some.test.ts", "tests/cluster/long.test.ts", shortProofs[0]!])
    writeTest(folder.path, file);
  const ranBy = async (...args: string[]) => {
    const { output, lastLine } = await runTests(folder.path, ...args);
    const files = [...output.matchAll(/^(\S+\.test\.ts): 1 passed/gm)].map(([, file]) => file);
    return { files: files.toSorted(), lastLine };
  };
  expect(await ranBy()).toEqual({
    files: [shortProofs[0], "tests/some.test.ts"],
    lastLine: "2 passed, 0 failed",
  });
  expect(await ranBy("--faults")).toEqual({
    files: ["tests/cluster/long.test.ts"],
    lastLine: "1 passed, 0 failed",
  });
  expect((await ranBy("cluster/long")).files).toEqual(["tests/cluster/long.test.ts"]);
});

test("runs tests that try cases at random by both commands, with more cases by npm run test:faults", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  writeTest(folder.path, "tests/random.test.ts", {
    body: `
      const { propertyRuns } = await import("./harness/property-runs.ts");
      fs.appendFileSync("runs", propertyRuns(100) + " ");
    `,
  });
  for (const args of [[], ["--faults"]]) {
    const { lastLine } = await runTestsIn({ [propertyRunsVariable]: undefined }, folder.path, ...args);
    expect(lastLine).toBe("1 passed, 0 failed");
  }
  expect(readFileSync(join(folder.path, "runs"), "utf8")).toBe("50 400 ");
});

test("runs with --changed the tests that a change reaches, and those of the repository as a whole", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  const load = `if (fs.existsSync("no-such-file")) await import("./between.ts");`;
  writeTest(folder.path, "packages/protocol/src/reached.test.ts", { body: load });
  writeIn(folder.path, "packages/protocol/src/between.ts", `export * from "@weir/rule-engine/changed";\n`);
  writeIn(folder.path, "packages/rule-engine/src/changed.ts", "export const value = 1;\n");
  writeTest(folder.path, "packages/protocol/src/unreached.test.ts");
  writeTest(folder.path, "tests/repository.test.ts");
  writeIn(folder.path, ".gitignore", "node_modules\n");
  const git = (...args: string[]) =>
    expect(Bun.spawnSync(["git", ...asSomebody, ...args], { cwd: folder.path }).exitCode).toBe(0);
  git("init", "--initial-branch=main");
  git("add", ".");
  git("commit", "--message=first");
  const ran = async () =>
    [...(await runTests(folder.path, "--changed")).output.matchAll(/\w+(?=\.test\.ts: )/g)].map(String);
  expect(await ran()).toEqual(["repository"]);
  git("checkout", "-b", "branch");
  writeIn(folder.path, "packages/rule-engine/src/changed.ts", "export const value = 2;\n");
  expect((await ran()).toSorted()).toEqual(["reached", "repository"]);
  git("commit", "--all", "--message=second");
  expect((await ran()).toSorted()).toEqual(["reached", "repository"]);
});

test.skipIf(process.getuid?.() !== 0 || !existsSync("/etc/debian_version"))(
  "says which programs it installs, if a chosen test needs some, and installs none with --no-install",
  async () => {
    using folder = tempFolder();
    makeCheckout(folder.path);
    writeTest(folder.path, "tests/cluster/needy.test.ts", {
      body: `await import("../harness/programs.ts");`,
    });
    writeTest(folder.path, "tests/cluster/other.test.ts");
    writeIn(folder.path, "bin/apt-get", `#!/bin/sh\necho "$@" >> ${join(folder.path, "installed")}\n`);
    chmodSync(join(folder.path, "bin/apt-get"), 0o755);
    // There are no other programs.
    const env = { PATH: join(folder.path, "bin"), [installNothing]: undefined };
    const run = (...args: string[]) => runTestsIn(env, folder.path, "--faults", ...args);
    const hasInstalled = () => existsSync(join(folder.path, "installed"));
    const silent = await run("other.test");
    expect([silent.complaints, hasInstalled()]).toEqual([expect.not.stringContaining("nstall"), false]);
    const refused = await run("--no-install");
    expect(refused).toMatchObject({ lastLine: "2 passed, 0 failed", code: 0 });
    expect([refused.complaints, hasInstalled()]).toEqual([
      expect.stringContaining("Not installed: chromium"),
      false,
    ]);
    const { complaints } = await run();
    expect([complaints, hasInstalled()]).toEqual([
      expect.stringContaining("Installing with apt-get: chromium"),
      true,
    ]);
  },
);

test.skipIf(availableParallelism() < 2).each([
  ["a file with a browser on every core, and another file besides", ["browser/a", "browser/b", "c"]],
  ["two files more than cores if none has a browser", ["a", "b", "c", "d"]],
])("npm test runs %s", async (_, names) => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  // Each test waits until all have begun.
  for (const name of names)
    writeTest(folder.path, `tests/${name}-meets.test.ts`, {
      body: `
  fs.mkdirSync("begun/${name.replace("/", "-")}", { recursive: true });
  while (fs.readdirSync("begun").length !== ${names.length}) await Bun.sleep(20);
`,
    });
  const { output } = await runTests(folder.path, "meets.test");
  for (const name of names) expect(output).toContain(`tests/${name}-meets.test.ts: 1 passed`);
});

test("runs a file with a failed test once more, alone: a test that passes then is listed as flaky and fails nothing", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path);
  const body = `if (fs.existsSync("seen")) return; fs.writeFileSync("seen", ""); throw new Error("only the first time");`;
  writeTest(folder.path, "tests/flaky.test.ts", { name: "is flaky", body });
  const once = await runTests(folder.path);
  expect(once.output).toContain("# flaky: failed, and passed when run again alone (1)");
  expect(once.output).toContain("tests/flaky.test.ts: is flaky\nError: only the first time");
  expect(once).toMatchObject({ code: 0, lastLine: "1 passed, 0 failed" });
  writeTest(folder.path, "tests/broken.test.ts", {
    name: "is broken",
    body: `throw new Error("every time");`,
  });
  const twice = await runTests(folder.path);
  expect(twice.output).not.toContain("# flaky");
  expect(twice.output).toContain("tests/broken.test.ts: is broken\nError: every time");
  expect(twice).toMatchObject({ code: 1, lastLine: "1 passed, 1 failed" });
});
