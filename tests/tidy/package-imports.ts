import { expect, test } from "bun:test";
import {
  dashboardRoot,
  importsOf,
  isTypesOnly,
  linesMatching,
  product,
  serverRoot,
  specifiersOf,
  valueImports,
} from "./source-files.ts";

/** The management API is described with schemas. */
const formRoots = ["packages/protocol/src/manage/", "packages/protocol/src/resources/"];
/** What expressions are read and matched with: pure JavaScript that runs in a browser too. */
const engineRoot = "packages/rule-engine/src/";
const expressionRoot = `${engineRoot}expression/`;
const sharedWithEngine = ["@weir/protocol/closed-sets", "@weir/protocol/result"];
const expressionLibraries = ["@marcbachmann/cel-js", "re2js"];
const modelRoots = ["chains", "import"].map((page) => `${dashboardRoot}pages/${page}/model/`);

/** Checks what the packages may import. */
export function testPackageImports(): void {
  test("lets protocol import no other package, and rule-engine only the closed sets and the Result of protocol", () => {
    const offences = product
      .filter((file) => !file.startsWith(serverRoot) && !file.startsWith(dashboardRoot))
      .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
      .filter(({ specifier }) => !specifier.startsWith("."))
      .filter(
        ({ file, specifier }) => !(formRoots.some((root) => file.startsWith(root)) && specifier === "zod"),
      )
      .filter(({ file, specifier }) => !(file.startsWith(engineRoot) && sharedWithEngine.includes(specifier)))
      .filter(
        ({ file, specifier }) =>
          !(file.startsWith(expressionRoot) && expressionLibraries.includes(specifier)),
      );
    expect(offences).toEqual([]);
  });

  test("lets the dashboard know only the API of the server", () => {
    const offences = product
      .filter((file) => file.startsWith(dashboardRoot))
      .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
      .filter(
        ({ file, specifier }) => specifier.includes("server") || (specifier === "zod" && !isTypesOnly(file)),
      );
    expect(offences).toEqual([]);
  });

  test.each(modelRoots)("keeps React, components and the page out of %s", (root) => {
    const model = product.filter((file) => file.startsWith(root));
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
}
