/**
 * Every command is a process that loads what its file imports, and a script calls hundreds of them. The rule engine
 * with its expressions and patterns takes longer to load than most commands take to run, so only code that runs chains
 * imports it.
 */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { Glob } from "bun";
import { plainEnvironment } from "./cli/weir-command.ts";
import { tempFolder } from "./harness/temp-folder.ts";

const root = join(import.meta.dir, "..");
const commandsRoot = join(root, "packages/server/src/cli");
const allNodes = "packages/rule-engine/src/node-catalogue.ts";
/** Commands that list the types of nodes. */
const needsAllNodes = ["chain-nodes.ts"];

test("loads the rule engine in a command only if it shows nodes, or when it runs a chain", async () => {
  const files = [...new Glob("*.ts").scanSync(commandsRoot)].filter((file) => !file.endsWith(".test.ts"));
  const loading: string[] = [];
  for (const file of files) {
    if ((await loadedWith(join(commandsRoot, file))).has(join(root, allNodes))) loading.push(file);
  }
  expect(loading.sort()).toEqual(needsAllNodes);
});

test("loads an adapter on SQLite in a command or a listener thread when it opens it", async () => {
  const installation = join(root, "packages/server/src/installation/open-installation.ts");
  const loaded = [...(await loadedWith(installation))].map((file) => basename(file));
  expect(loaded.filter((name) => name.includes("sqlite"))).toEqual([]);
  const expressly = await loadedWith(join(root, "packages/server/src/control/sqlite/open-sqlite-control.ts"));
  expect([...expressly].some((file) => basename(file).includes("sqlite"))).toBeTrue();
});

test("loads Node's larger modules in the supervisor and the listener when they use them", async () => {
  const large = /^node:(child_process|crypto|dns|http|https|net|stream|tls|zlib)\b/;
  for (const entry of ["cli/serve.ts", "roles/all.ts", "roles/ingest.ts"]) {
    for (const file of await loadedWith(join(root, "packages/server/src", entry))) {
      const found = (await scanned(file)).filter(({ path }) => large.test(path));
      expect(found.map(({ path }) => `${relative(root, file)} imports ${path}`)).toEqual([]);
    }
  }
});

test("loads in the supervisor neither the command parser nor what prepares the data folder or runs a role", async () => {
  const loaded = await loadedBySupervisor("--no-demo", "--log-level=error");
  expect(loaded).toContain("packages/server/src/installation/embedded/supervisor.ts");
  expect(loaded.filter((file) => file.startsWith("node_modules/"))).toEqual([]);
  const unneeded =
    /\/(sqlite|sealing|migrations)\/|\/prepare-|\/commands\.ts$|\/roles\/(?!(?:all|process-count|stop-stages)\.ts)/;
  expect(loaded.filter((file) => unneeded.test(file))).toEqual([]);
});

test("loads the Parquet writer in the manage role for the first export that needs it", async () => {
  expect(await importersWithin("roles/manage.ts", ["hyparquet-writer"])).toEqual([]);
});

test("loads the routes of the management API and their input checks in the manage role for the first request", async () => {
  expect(await importersWithin("roles/manage.ts", ["zod", "@weir/protocol/manage/routes"])).toEqual([]);
});

test("loads the expression parser in the manage and process roles when a chain needs it", async () => {
  const libraries = ["@marcbachmann/cel-js", "re2js"];
  expect(await importersWithin("roles/manage.ts", libraries)).toEqual([]);
  expect(await importersWithin("roles/process.ts", libraries)).toEqual([]);
});

/** The files of the server that are loaded with this one and import one of the libraries. */
async function importersWithin(entry: string, libraries: readonly string[]): Promise<string[]> {
  const importers: string[] = [];
  for (const file of await loadedWith(join(root, "packages/server/src", entry))) {
    if ((await scanned(file)).some(({ path }) => libraries.includes(path)))
      importers.push(relative(root, file));
  }
  return importers;
}

/** Runs from the sources, because a build has all of them in one file. */
async function loadedBySupervisor(...options: readonly string[]): Promise<string[]> {
  using folder = tempFolder();
  const probe = join(folder.path, "probe.ts");
  writeFileSync(
    probe,
    'process.on("SIGUSR2", () => console.log(JSON.stringify(Object.keys(require.cache))));',
  );
  const main = join(root, "packages/server/src/main.ts");
  const args = ["serve", "--data", join(folder.path, "data"), "--port", "0", "--json", ...options];
  const server = Bun.spawn([process.execPath, "--preload", probe, main, ...args], {
    env: plainEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) {
    if (output === "") server.kill("SIGUSR2");
    output += chunk;
    if (output.split("\n").length > 2) server.kill("SIGTERM");
  }
  expect(await server.exited).toBe(0);
  const files = JSON.parse(output.split("\n")[1]!) as string[];
  return files.filter((file) => file !== probe).map((file) => relative(root, file));
}

const importsOf = new Map<string, readonly string[]>();

/** The files of this repository that are loaded with a file, without those that it loads later with `import()`. */
async function loadedWith(file: string): Promise<ReadonlySet<string>> {
  const loaded = new Set([file]);
  // The set grows during the iteration.
  for (const from of loaded) for (const to of await importedBy(from)) loaded.add(to);
  return loaded;
}

async function importedBy(file: string): Promise<readonly string[]> {
  const known = importsOf.get(file);
  if (known !== undefined) return known;
  const imported = (await scanned(file))
    .filter(({ path }) => /^(\.|@weir\/)/.test(path))
    .map(({ path }) => Bun.resolveSync(path, dirname(file)))
    .filter((path) => path.endsWith(".ts") && !relative(root, path).includes("node_modules"));
  importsOf.set(file, imported);
  return imported;
}

async function scanned(file: string): Promise<readonly { readonly path: string }[]> {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const imports = transpiler.scanImports(await Bun.file(file).text());
  return imports.filter(({ kind }) => kind === "import-statement");
}
