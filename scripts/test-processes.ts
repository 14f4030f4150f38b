/** Tests in a browser, each of which keeps a core busy. */
export const browserFolder = "tests/browser/";

/**
 * Files that share a process with others of their kind, because loading their modules takes much of their CPU: unit
 * tests, which load the server, tests of pages without a browser, which also load the dashboard or share a server, and
 * browser tests, which share a browser and a server. `max` is small enough that the last process does not take long.
 */
const sharing = [
  { folder: "packages/", max: 15 },
  { folder: "tests/api/", max: 8 },
  { folder: "tests/cli/", max: 8 },
  { folder: "tests/contract/", max: 8 },
  { folder: "tests/pages/served/", max: 15 },
  { folder: "tests/pages/", max: 15 },
  { folder: browserFolder, max: 24 },
];

/** Files that have a process of their own nevertheless. */
const filesAlone = new Set([
  // They would notice that other tests make passwords cheap.
  "packages/server/src/manage/people/password.test.ts",
  "packages/server/src/manage/people/set-up.test.ts",
  // They take as long as four others or more, so they also come first.
  "tests/browser/every-page.test.ts",
  "tests/browser/engines/main-pages.test.ts",
  "tests/browser/variants/every-moment.test.ts",
  "tests/browser/variants/every-page-variants.test.ts",
]);

/**
 * Groups the files that share a process. Tests of whole installations come first, because they take longest, and unit
 * tests of pages last, because they take least. So the run does not wait for a single process at its end.
 */
export function inProcesses(files: readonly string[], workers: number): (readonly string[])[] {
  const kindOf = (file: string) =>
    filesAlone.has(file) ? undefined : sharing.find(({ folder }) => file.startsWith(folder));
  const processes = files.filter((file) => kindOf(file) === undefined).map((file) => [file]);
  for (const kind of sharing) {
    const shared = files.filter((file) => kindOf(file) === kind);
    // Equal parts, so that none of them is the only one left at the end.
    const size = Math.ceil(shared.length / Math.max(workers, Math.ceil(shared.length / kind.max)));
    for (let start = 0; start < shared.length; start += size)
      processes.push(shared.slice(start, start + size));
  }
  const isWhole = ([file]: readonly string[]) => file!.startsWith("tests/");
  const rank = ([file]: readonly string[]) => (filesAlone.has(file!) ? 0 : 1);
  const inOrder = processes.sort((one, other) => rank(one) - rank(other) || one[0]!.localeCompare(other[0]!));
  return [...inOrder.filter(isWhole), ...inOrder.filter((each) => !isWhole(each)).reverse()];
}
