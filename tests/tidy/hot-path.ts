import { expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";
import { product, read, root, serverRoot } from "./source-files.ts";

/**
 * What a request passes through, by folder: its bytes, its checks, the limiters, the intake, and what is noted about it. Parts get
 * each other as arguments, so following imports from the first of them would miss most. All that they import is part of the hot
 * path too.
 */
const folders = [
  "queue",
  "queue/log-intake",
  "queue/shared-intake",
  "limit",
  "limit/shared-memory",
  "activity",
];

const entrances = product.filter((file) => {
  const inside = file.slice(serverRoot.length);
  const isThere = inside.startsWith("ingest/") || folders.includes(dirname(inside));
  return file.startsWith(serverRoot) && isThere;
});

const banned: Readonly<Record<string, RegExp>> = {
  // Of Bun, only what computes or waits is allowed by name, so that a way to files or sockets need not be known here.
  "I/O":
    /\b(readFile|writeFile|appendFile|exists|stat|readdir|open|fsync)Sync\s*\(|\bBun\b(?!\.(SHA256|hash|sleep)\b)|\bprocess\.(stdin|stdout|stderr|binding|dlopen)\b|\bfetch\s*\(|\bnew (WebSocket|EventSource|Worker)\b/,
  "loading a module": /\brequire\s*\(|\bgetBuiltinModule\b|\bimport\s*\(/,
  "a regular expression":
    /(^|[=(,:[!&|?;{}]|=>|\breturn)\s*\/(?![/*])[^\n]+\/[dgimsuvy]*|\bRegExp\s*\(|\.(match|matchAll|search)\s*\(/m,
  "parsing of dates by the runtime": /\bDate\.(parse|UTC)\s*\(|\bnew Date\s*\(|\b(Temporal|Intl)\./,
  "writing to the console": /\bconsole\.\w+\s*\(/,
};

/** What is allowed all the same, and why. A reason that no longer applies is reported. */
const exceptions: Readonly<Record<string, string>> = {
  [`${serverRoot}ingest/http/certificate-files.ts: I/O`]:
    "Reads certificates at the start and when they change.",
  [`${serverRoot}ingest/http/certificate-files.ts: loading a module`]:
    "Loads node:tls to check certificates.",
  [`${serverRoot}ingest/http/certificate-files.ts: imports node:fs`]:
    "Reads certificates at the start and when they change.",
  [`${serverRoot}ingest/http/listener.ts: I/O`]: "Opens the port. The sockets of clients come from here.",
  [`${serverRoot}platform/log.ts: I/O`]: "Writes lines of the log, which no usual request causes.",
  [`${serverRoot}ingest/parse/body-form.ts: loading a module`]:
    "Loads node:zlib, with the first deflated body.",
  [`${serverRoot}platform/address.ts: a regular expression`]:
    "Reads the source of a connection; the keys of sources are kept. Reads the addresses that a trusted proxy names.",
  [`${serverRoot}platform/matches-etag.ts: a regular expression`]: "Only for the docs and their files.",
  [`${serverRoot}queue/request-number.ts: a regular expression`]:
    "Reads the ids of requests that people ask about. Ids are written without it.",
  [`${serverRoot}ingest/turns/body-lane.ts: I/O`]:
    "Starts the thread that reads large bodies, with the first of them. Nothing waits for a disk.",
  [`${serverRoot}ingest/http/answer.ts: parsing of dates by the runtime`]:
    "Writes the Date header, once a second; nothing is parsed.",
  [`${serverRoot}platform/log.ts: parsing of dates by the runtime`]: "Writes the time of a line of the log.",
  [`${serverRoot}ingest/http/body-receiver.ts: a regular expression`]:
    "Reads the size of a chunk. Devices rarely send chunks, and the line is bounded.",
  [`${serverRoot}ingest/http/request-head.ts: a regular expression`]:
    "Checks heads of an unusual form. The usual request is read by usual-heads.ts, and known heads come from head-cache.ts.",
};

const transpiler = new Bun.Transpiler({ loader: "ts" });

/** Checks that nothing on the way of a request waits for anything but the append, or costs more than it must. */
export function testHotPath(): void {
  test("lets the hot path do no I/O, use no regular expressions and parse no dates, in all that it imports", () => {
    const { files, modules } = follow(entrances);
    // The path would not be checked at all if imports were no longer found.
    expect(files).toContain(`${serverRoot}queue/frame-writer.ts`);
    const offences = [
      ...modules.map(({ from, to }) => `${from}: imports ${to}`),
      ...files.flatMap((file) => {
        const code = codeOf(read(file));
        return Object.entries(banned)
          .filter(([, pattern]) => pattern.test(code))
          .map(([what]) => `${file}: ${what}`);
      }),
    ];
    expect(offences.sort()).toEqual(Object.keys(exceptions).sort());
  });
}

/** Follows the imports that remain once the code is built. Modules loaded later, with import(), count too. */
function follow(from: readonly string[]) {
  const files = new Set<string>();
  const modules: { from: string; to: string }[] = [];
  const next = [...from];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const { path, kind } of transpiler.scanImports(read(file))) {
      const to = kind === "dynamic-import" ? null : fileOf(file, path);
      if (to === null) modules.push({ from: file, to: path });
      else next.push(to);
    }
  }
  return { files: [...files], modules };
}

function fileOf(from: string, path: string): string | null {
  if (path.startsWith(".")) return relative(root, join(root, dirname(from), path));
  const [, name, inside] = /^@weir\/([\w-]+)\/(.+)$/.exec(path) ?? [];
  return name === undefined ? null : `packages/${name}/src/${inside}.ts`;
}

/** The code without comments and texts, but with the expressions within texts. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/[^\n]*/g, "$1")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replace(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inside]) => `(${inside})`).join(" "),
    );
}
