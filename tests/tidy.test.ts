/**
 * Holds the code to the rules of ARCHITECTURE.md and CONTRIBUTING.md that a machine can check: who may import whom, no
 * cycles, no catch-all file names, no environment reads or console output outside the command line.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const sources = [...new Glob("packages/*/src/**/*.{ts,tsx}").scanSync(root)].sort();
const product = sources.filter((file) => !isTestFile(file));
const everything = [...sources, ...new Glob("{tests,bench,scripts}/**/*.ts").scanSync(root)];
const serverRoot = "packages/server/src/";
const dashboardRoot = "packages/dashboard/src/";
const snippetsRoot = `${dashboardRoot}pages/device/snippets/`;
const chainModelRoot = `${dashboardRoot}pages/chains/model/`;

/** What each folder of the server may import, besides itself and other packages: folders, or single files (ports). */
const mayImport: Record<string, readonly string[]> = {
  "main.ts": ["cli/"],
  activity: ["platform/", "queue/position.ts", "queue/request-number.ts"],
  bus: [
    "activity/activity-recorder.ts",
    "activity/sent-record.ts",
    "ingest/authenticate/device-registry.ts",
    "web/live/live-event.ts",
    "control/control.ts",
    "manage/transfer/imports/import-sink.ts",
    "manage/readings/test-reading.ts",
    "platform/",
    "process/process-messages.ts",
    "process/processor-request.ts",
    "queue/position.ts",
    "queue/queue.ts",
    "queue/unsettled.ts",
  ],
  cli: [
    "cli/",
    "installation/",
    "roles/",
    "config/",
    "platform/",
    // Commands call the management API. Of manage/ they know only what `serve` and `status` print.
    "manage/system/demo.ts",
    "manage/system/status-json.ts",
    "manage/system/system-status.ts",
  ],
  installation: [
    "activity/activity-record.ts",
    "bus/",
    "config/",
    "control/",
    "counters/",
    "ingest/http/certificate-files.ts",
    "limit/",
    "manage/",
    "platform/",
    "queue/",
    "store/",
  ],
  config: ["platform/"],
  control: ["platform/"],
  counters: ["queue/position.ts", "queue/queue.ts", "store/reading-store.ts"],
  ingest: [
    "activity/",
    "counters/counters.ts",
    "limit/",
    "platform/",
    "queue/account-limit-error.ts",
    "queue/frame-writer.ts",
    "queue/intake.ts",
    "queue/position.ts",
    "queue/packed-readings.ts",
    "queue/queue.ts",
    "queue/request-number.ts",
  ],
  limit: ["platform/"],
  manage: [
    "activity/activity-record.ts",
    "control/",
    "counters/counters.ts",
    "platform/",
    "ingest/authenticate/device-registry.ts",
    "process/processor-request.ts",
    "queue/position.ts",
    "store/chain-queries.ts",
    "store/outbox-queries.ts",
    "store/reading-queries.ts",
    "store/activity-queries.ts",
    "store/receipt-queries.ts",
    "store/statistics-queries.ts",
    "ingest/parse/metadata.ts",
    "queue/accepted-readings.ts",
    "queue/request-number.ts",
    "ingest/http/request-head.ts",
    "limit/limiter.ts",
    "web/",
  ],
  platform: [],
  deliver: [
    "platform/",
    "store/outbox-store.ts",
    "store/held-messages.ts",
    "store/mail-counts.ts",
    "store/store-fault.ts",
  ],
  process: [
    "activity/",
    "web/live/live-event.ts",
    "platform/",
    "queue/ownership.ts",
    "queue/position.ts",
    "queue/queue-reader.ts",
    "queue/stretch.ts",
    "queue/packed-readings.ts",
    "store/settlement.ts",
    "store/owner-queries.ts",
    "store/housekeeping.ts",
    "store/activity-keeper.ts",
    "store/saved-readings.ts",
    "store/reading-store.ts",
    "store/chain-store.ts",
    "store/receipt-store.ts",
    "store/statistics-store.ts",
    "store/held-messages.ts",
    "store/outbox-store.ts",
    "store/outbox-writer.ts",
    "store/backlog-store.ts",
    "store/store-fault.ts",
    "store/stored-counts.ts",
    "store/stored-identities.ts",
    "store/wanted-readings.ts",
    "deliver/destination.ts",
  ],
  queue: ["counters/counters.ts", "platform/"],
  roles: [
    "activity/",
    "bus/",
    "config/",
    "counters/counters.ts",
    "ingest/",
    "control/",
    "installation/",
    "limit/",
    "manage/",
    "deliver/",
    "platform/",
    "process/",
    "queue/",
    "store/",
    "web/",
  ],
  store: [
    "activity/activity-record.ts",
    "platform/",
    "queue/ownership.ts",
    "queue/position.ts",
    "queue/stretch.ts",
    "queue/request-number.ts",
  ],
  web: [
    "activity/activity-record.ts",
    "control/",
    "limit/limiter.ts",
    "ingest/http/answer.ts",
    "ingest/http/request-head.ts",
    "ingest/http/shared-content.ts",
    "manage/",
    "platform/",
    "process/processor-request.ts",
    "queue/accepted-readings.ts",
    "queue/request-number.ts",
    "store/chain-queries.ts",
    "store/outbox-queries.ts",
    "store/reading-queries.ts",
    "store/activity-queries.ts",
    "store/receipt-queries.ts",
    "store/statistics-queries.ts",
  ],
};

/** Adapters, which only the installation may name. */
const adapters = [
  "bus/local/",
  "bus/nats/",
  "control/postgres/",
  "control/sqlite/",
  "counters/told/",
  "installation/embedded/embedded-installation.ts",
  "installation/embedded/file-counters.ts",
  "installation/embedded/open-intake.ts",
  "installation/embedded/open-store.ts",
  "limit/redis/",
  "limit/shared-memory/",
  "queue/jetstream/",
  "queue/log-intake/",
  "queue/shared-intake/",
  "queue/sqlite-log/",
  "store/postgres/",
  "store/sqlite/",
];

/** The only folders that know SQLite: the adapters on it, what they share, and what only one machine has. */
const sqliteFolders = [
  "control/sqlite/",
  "installation/embedded/",
  "platform/sqlite/",
  "queue/sqlite-log/",
  "store/sqlite/",
];

/** The same for the engines of a cluster, by the driver of each. */
const driverFolders: Readonly<Record<string, readonly string[]>> = {
  pg: ["control/postgres/", "installation/cluster/", "platform/postgres/", "store/postgres/"],
  "@nats-io/": ["bus/nats/", "installation/cluster/", "platform/nats/", "queue/jetstream/"],
};

/** Folders of adapters, in which the words and the types of one engine are at home. */
const engineFolders = [...sqliteFolders, ...Object.values(driverFolders).flat()];

/** Interfaces beside the ports of store/, queue/ and control/ whose methods return at once. */
const synchronousByDesign = [
  // The parts of one transaction of an adapter, between which nothing is awaited. The port is Settlement or ActivityKeeper.
  ...["ActivityStore", "BacklogStore", "ChainStore", "OutboxWriter", "ReadingStore", "ReceiptStore"],
  ...["StatisticsStore", "SettledBatch"],
  // What devices wait for costs no promise per request: whoever takes is called back.
  ...["Intake", "Waiter"],
  // The log behind the intake of the same process. What it tells at once is in memory.
  "Queue",
  // Builds statements.
  "ControlDialect",
];

/** The management API is described with schemas. */
const manageRoot = "packages/protocol/src/manage/";
/** What expressions are read and matched with: pure JavaScript that runs in a browser too. */
const engineRoot = "packages/rule-engine/src/";
const expressionRoot = `${engineRoot}expression/`;
const closedSets = "@weir/protocol/closed-sets";
const expressionLibraries = ["@marcbachmann/cel-js", "re2js"];

const bannedNames = ["utils", "util", "helpers", "helper", "common", "misc", "manager", "types", "index"];
const linesMax = 300;

interface Import {
  readonly from: string;
  readonly to: string;
}

test("each folder imports only what it may", () => {
  const offences = importsOf(product)
    .filter(({ from }) => from.startsWith(serverRoot))
    .map(({ from, to }) => ({ from: from.slice(serverRoot.length), to: to.slice(serverRoot.length) }))
    .filter(({ from, to }) => {
      const folder = from.split("/")[0]!;
      const allowed = mayImport[folder];
      if (allowed === undefined) return true;
      return !to.startsWith(`${folder}/`) && !allowed.some((prefix) => to.startsWith(prefix));
    });
  expect(offences).toEqual([]);
});

test("a subject of manage/ is reached through its operations and its JSON, never through its handlers", () => {
  const manage = `${serverRoot}manage/`;
  const subjectOf = (file: string) => file.slice(manage.length).split("/")[0]!;
  const offences = importsOf(product).filter(({ from, to }) => {
    if (![from, to].every((file) => file.startsWith(manage)) || !to.endsWith("-handlers.ts")) return false;
    return from !== `${manage}handlers.ts` && subjectOf(from) !== subjectOf(to);
  });
  expect(offences).toEqual([]);
});

test("only open-installation.ts names adapters, and in installation/embedded/ and cluster/ one may name another", () => {
  const offences = importsOf(product).filter(({ from, to }) => {
    const adapter = adapters.find((folder) => to.startsWith(serverRoot + folder));
    if (adapter === undefined) return false;
    const mayName = [
      adapter,
      "installation/open-installation.ts",
      "installation/embedded/",
      "installation/cluster/",
    ];
    return !mayName.some((place) => from.startsWith(serverRoot + place));
  });
  expect(offences).toEqual([]);
});

test("only adapters on SQLite import its driver", () => {
  const offences = product
    .filter((file) => specifiersOf(file).includes("bun:sqlite"))
    .map((file) => (file.startsWith(serverRoot) ? file.slice(serverRoot.length) : file))
    .filter((file) => !sqliteFolders.some((folder) => file.startsWith(folder)));
  expect(offences).toEqual([]);
});

test("only adapters on the engines of a cluster import their drivers", () => {
  const isOf = (driver: string, specifier: string) =>
    specifier === driver || specifier.startsWith(driver.endsWith("/") ? driver : `${driver}/`);
  const offences = Object.entries(driverFolders).flatMap(([driver, folders]) =>
    product
      .filter((file) => specifiersOf(file).some((specifier) => isOf(driver, specifier)))
      .filter((file) => !folders.some((folder) => file.startsWith(serverRoot + folder))),
  );
  expect(offences).toEqual([]);
});

test("ports of the store, the queue and control data are asynchronous", () => {
  const method = /^ {2}(\w+)(?:<[^>]*>)?\([\s\S]*?\): ([^;]+);/gm;
  const synchronous = product
    .filter((file) =>
      /^packages\/server\/src\/(store|queue|control|control\/[a-z]+)\/[a-z-]+\.ts$/.test(file),
    )
    .filter((file) => !sqliteFolders.some((folder) => file.startsWith(serverRoot + folder)))
    .flatMap((file) => [...read(file).matchAll(/^export interface (\w+)[^{]*\{([\s\S]*?)^\}/gm)])
    .filter(([, name]) => !synchronousByDesign.includes(name!))
    .flatMap(([, name, body]) => [...body!.matchAll(method)].map((found) => ({ name, found })))
    .filter(({ found }) => !/^(Promise|AsyncIterable)</.test(found[2]!))
    .map(({ name, found }) => `${name}.${found[1]}`);
  expect(synchronous).toEqual([]);
});

test("only repositories of control data know the library they build statements with", () => {
  const offences = product
    .filter((file) => specifiersOf(file).includes("kysely"))
    .filter((file) => !file.startsWith(`${serverRoot}control/`));
  expect(offences).toEqual([]);
});

test("statements on control data are built by its repositories", () => {
  const builds = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;
  const found = product
    .filter((file) => file.startsWith(serverRoot) && builds.test(read(file)))
    .map((file) => file.slice(serverRoot.length))
    .filter((file) => !["control/", "store/"].some((folder) => file.startsWith(folder)));
  expect(found).toEqual([]);
});

test("repositories of control data use no words of one engine", () => {
  const own = /\b(json_\w+|NOCASE|instr|GLOB|rowid|ifnull|strftime|PRAGMA|ILIKE|jsonb_\w+)\b|::\w+|LIMIT -1/;
  const offences = product
    .filter((file) => file.startsWith(`${serverRoot}control/`))
    .filter((file) => !engineFolders.some((folder) => file.startsWith(serverRoot + folder)))
    .flatMap((file) => linesMatching(file, own));
  expect(offences).toEqual([]);
});

test("protocol depends on no other package, and rule-engine on the closed sets of protocol alone", () => {
  const offences = product
    .filter((file) => !file.startsWith(serverRoot) && !file.startsWith(dashboardRoot))
    .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => !specifier.startsWith("."))
    .filter(({ file, specifier }) => !(file.startsWith(manageRoot) && specifier === "zod"))
    .filter(({ file, specifier }) => !(file.startsWith(engineRoot) && specifier === closedSets))
    .filter(
      ({ file, specifier }) => !(file.startsWith(expressionRoot) && expressionLibraries.includes(specifier)),
    );
  expect(offences).toEqual([]);
});

test("the dashboard knows nothing of the server but its API", () => {
  const offences = product
    .filter((file) => file.startsWith(dashboardRoot))
    .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
    .filter(
      ({ file, specifier }) => specifier.includes("server") || (specifier === "zod" && !isTypesOnly(file)),
    );
  expect(offences).toEqual([]);
});

test("the model of the chain editor uses no React, no component and nothing of the page", () => {
  const model = product.filter((file) => file.startsWith(chainModelRoot));
  // Everything that is loaded with it, too: a shared file that imports React would bring React along.
  const loaded = new Set(model);
  for (const file of loaded) for (const { to } of importsOf([file], valueImports)) loaded.add(to);
  const imports = [...loaded]
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => specifiersOf(file, valueImports).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => /\breact\b|\.tsx$|\.css$/.test(specifier));
  const types = model
    .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => /\breact\b|\.tsx$/.test(specifier));
  const page =
    /\b(document|window|localStorage|sessionStorage|navigator|(add|remove)EventListener|HTML\w*Element)\b[.( ]/;
  const calls = model
    .flatMap((file) => linesMatching(file, page))
    .filter((line) => !/: (\/?\*|\/\/)/.test(line));
  expect([model.length > 0, ...imports, ...types, ...calls]).toEqual([true]);
});

test("no import goes in a circle", () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of importsOf(product, valueImports))
    edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const findCycle = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of edges.get(file) ?? []) {
      const cycle = findCycle(next, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  expect(product.map((file) => findCycle(file, [])).find((cycle) => cycle !== null)).toBeUndefined();
});

test("files are named after what they hold, in kebab-case", () => {
  const offences = everything.filter((file) => {
    const name = basename(file).replace(/\.(ts|tsx)$/, "");
    return bannedNames.includes(name) || !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name);
  });
  expect(offences).toEqual([]);
});

test("every file can be checked out on Windows", () => {
  const files = Bun.spawnSync(["git", "ls-files"], { cwd: root }).stdout.toString().split("\n");
  expect(files.filter((file) => /[<>:"\\|?*]|[ .]$/.test(file))).toEqual([]);
});

test(`no product file is longer than ${linesMax} lines`, () => {
  expect(product.filter((file) => read(file).split("\n").length > linesMax)).toEqual([]);
});

test.each([
  ["the environment is read on the command line only", /\b(process|Bun)\.env\b/, ["cli/", "main.ts"]],
  ["nothing but the command line writes to the console", /\bconsole\.\w+\(/, ["cli/"]],
  [
    "dates are not parsed by the runtime, which accepts nonsense",
    /\bDate\.parse\(|new Date\((?!\w+Ms)["'`\w]/,
    [],
  ],
  ["no type is thrown away", /\bas any\b|: any\b|@ts-ignore|@ts-expect-error/, []],
  [
    "nobody but adapters calculates with the sequence of a position, or compares it",
    /\.sequence\b\s*([-+*/%<>]|[!=]==)|([-+*/%<]|[^=]>|[!=]==)\s*[\w.#]+\.sequence\b/,
    ["queue/", "store/postgres/", "store/sqlite/"],
  ],
  ["no loose ends are left behind", /\b(TODO|FIXME|XXX)\b/, []],
])("%s", (rule, banned, exceptions) => {
  const offences = product
    .filter((file) => !exceptions.some((exception) => file.startsWith(serverRoot + exception)))
    // Programs for devices are texts, and print what they did.
    .filter((file) => !(file.startsWith(snippetsRoot) && rule.includes("console")))
    // What pages read as dates comes from the server, which writes one form.
    .filter((file) => !(file.startsWith(dashboardRoot) && rule.startsWith("dates")))
    .flatMap((file) => linesMatching(file, banned));
  expect(offences).toEqual([]);
});

test("no test is switched off or singled out", () => {
  const offences = everything.flatMap((file) => linesMatching(file, /\b(test|it|describe)\.(only|todo)\(/));
  expect(offences).toEqual([]);
});

test("no text is left as a merge that failed has it", () => {
  const texts = [
    ...everything,
    ...new Glob("*.md").scanSync(root),
    ...new Glob("docs/**/*.md").scanSync(root),
  ];
  const failed = texts.filter((file) => /^(<<<<<<<|>>>>>>>) /m.test(read(file)));
  expect(failed).toEqual([]);
});

const allImports =
  /^\s*(?:import|export)\b[^"'`;]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']/gm;
const valueImports =
  /^\s*(?:import|export)\s+(?!type\b)[^"'`;]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']/gm;

function specifiersOf(file: string, pattern = allImports): string[] {
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

function importsOf(files: readonly string[], pattern = allImports): Import[] {
  return files.flatMap((from) =>
    specifiersOf(from, pattern)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ from, to: relative(root, join(root, dirname(from), specifier)) })),
  );
}

function linesMatching(file: string, pattern: RegExp): string[] {
  const lines = read(file).split("\n");
  return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}

/** Imports that are gone once it is built. */
function isTypesOnly(file: string): boolean {
  return specifiersOf(file, valueImports).length === 0;
}

function isTestFile(file: string): boolean {
  return /\.(test|contract|vectors)\.ts$|-under-test\.ts$|\/test-[^/]*\.ts$/.test(file);
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
