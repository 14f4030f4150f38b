import { expect, test } from "bun:test";
import { engineFolders } from "./adapter-folders.ts";
import { linesMatching, product, read, serverRoot, specifiersOf } from "./source-files.ts";

/** Interfaces beside the ports of store/, queue/ and control/ whose methods return at once. */
const synchronousByDesign = [
  // Completed within the transaction of an adapter, where nothing is awaited.
  "SettledBatch",
  // What devices wait for costs no promise per request: whoever takes is called back.
  "Intake",
  "Waiter",
  // The log behind the intake of the same process. What it tells at once is in memory.
  "Queue",
  // Counts in memory, while devices wait for their answers.
  "CountTaker",
  // Build statements.
  "ControlDialect",
  "StoreDialect",
  "WriteDialect",
];

/** Checks that data is reached through asynchronous ports and the repositories of control data. */
export function testDataAccess(): void {
  test("requires ports of the store, the queue and control data to be asynchronous", () => {
    const method = /^ {2}(\w+)(?:<[^>]*>)?\([\s\S]*?\): ([^;]+);/gm;
    const synchronous = product
      .filter((file) =>
        /^packages\/server\/src\/(store|store\/[a-z-]+|queue|control|control\/[a-z]+)\/[a-z-]+\.ts$/.test(
          file,
        ),
      )
      .filter((file) => !engineFolders.some((folder) => file.startsWith(serverRoot + folder)))
      .filter((file) => !file.startsWith(`${serverRoot}store/readings/blocks/`))
      .flatMap((file) => [...read(file).matchAll(/^export interface (\w+)[^{]*\{([\s\S]*?)^\}/gm)])
      .filter(([, name]) => !synchronousByDesign.includes(name!))
      .flatMap(([, name, body]) => [...body!.matchAll(method)].map((found) => ({ name, found })))
      // A prepared statement is built at once and runs asynchronously, and so do the statements of work.
      .filter(({ found }) => !/^(Promise|AsyncIterable|PreparedStatement|Work)</.test(found[2]!))
      .map(({ name, found }) => `${name}.${found[1]}`);
    expect(synchronous).toEqual([]);
  });

  test("allows the library that builds statements only in repositories of control data and of the store", () => {
    const offences = product
      .filter((file) => specifiersOf(file).includes("kysely"))
      .filter((file) => !["control/", "store/"].some((folder) => file.startsWith(serverRoot + folder)));
    expect(offences).toEqual([]);
  });

  test("allows statements on control data only in its repositories", () => {
    const builds = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;
    const found = product
      .filter((file) => file.startsWith(serverRoot) && builds.test(read(file)))
      .map((file) => file.slice(serverRoot.length))
      .filter((file) => !["control/", "store/"].some((folder) => file.startsWith(folder)));
    expect(found).toEqual([]);
  });

  test("allows no words of one engine in repositories of control data and of the store", () => {
    const own =
      /\b(json_\w+|NOCASE|instr|GLOB|rowid|ifnull|strftime|PRAGMA|ILIKE|jsonb_\w+)\b|::\w+|LIMIT -1/;
    const offences = product
      .filter(
        (file) =>
          file.startsWith(`${serverRoot}control/`) ||
          (/\/store\/([a-z-]+\/)?[a-z-]+\.ts$/.test(file) && !/-(sqlite|postgres)\.ts$/.test(file)),
      )
      .filter((file) => !engineFolders.some((folder) => file.startsWith(serverRoot + folder)))
      .flatMap((file) => linesMatching(file, own));
    expect(offences).toEqual([]);
  });
}
