import { expect, test } from "bun:test";
import { adapters, driverFolders, sqliteFolders, storeEngines } from "./adapter-folders.ts";
import { mayImport } from "./import-table.ts";
import { importsOf, product, serverRoot, specifiersOf } from "./source-files.ts";

/** Checks which folder of the server may import which, and who may name adapters and drivers. */
export function testServerImports(): void {
  test("allows each folder only the imports in its table", () => {
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

  test("allows no subject of manage/ to import the handlers of another", () => {
    const manage = `${serverRoot}manage/`;
    const subjectOf = (file: string) => file.slice(manage.length).split("/")[0]!;
    const offences = importsOf(product).filter(({ from, to }) => {
      if (![from, to].every((file) => file.startsWith(manage)) || !to.endsWith("-handlers.ts")) return false;
      return from !== `${manage}handlers.ts` && subjectOf(from) !== subjectOf(to);
    });
    expect(offences).toEqual([]);
  });

  test("allows adapters to be named only in installation/open-installation.ts, embedded/ and cluster/", () => {
    const offences = importsOf(product).filter(({ from, to }) => {
      const adapter = adapters.find((folder) => to.startsWith(serverRoot + folder));
      if (adapter === undefined) return false;
      const mayName = [
        ...(storeEngines.find((places) => places.some((place) => place === adapter)) ?? [adapter]),
        "installation/open-installation.ts",
        "installation/embedded/",
        "installation/cluster/",
      ];
      return !mayName.some((place) => from.startsWith(serverRoot + place));
    });
    expect(offences).toEqual([]);
  });

  test("allows the driver of SQLite only in adapters on it", () => {
    const offences = product
      .filter((file) => specifiersOf(file).includes("bun:sqlite"))
      .map((file) => (file.startsWith(serverRoot) ? file.slice(serverRoot.length) : file))
      .filter((file) => !sqliteFolders.some((folder) => file.startsWith(folder)));
    expect(offences).toEqual([]);
  });

  test("allows the drivers of a cluster's engines only in adapters on them", () => {
    const isOf = (driver: string, specifier: string) =>
      specifier === driver || specifier.startsWith(driver.endsWith("/") ? driver : `${driver}/`);
    const offences = Object.entries(driverFolders).flatMap(([driver, folders]) =>
      product
        .filter((file) => specifiersOf(file).some((specifier) => isOf(driver, specifier)))
        .filter((file) => !folders.some((folder) => file.startsWith(serverRoot + folder))),
    );
    expect(offences).toEqual([]);
  });
}
