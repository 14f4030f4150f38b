import { expect, test } from "bun:test";
import { dashboardRoot, everything, linesMatching, product, serverRoot } from "./source-files.ts";

const snippetsRoot = `${dashboardRoot}pages/device/snippets/`;

const uncheckedConfig = `${dashboardRoot}pages/chains/model/node-outputs.ts`;

/** Checks that no code does what is not allowed there. */
export function testBannedCode(): void {
  test.each([
    [
      "allows reading the environment only on the command line",
      /\b(process|Bun)\.env\b/,
      ["cli/", "main.ts"],
    ],
    ["allows writing to the console only on the command line", /\bconsole\.\w+\(/, ["cli/"]],
    [
      "forbids parsing dates with the runtime, which accepts nonsense",
      /\bDate\.parse\(|new Date\((?!\w+Ms)["'`\w]/,
      [],
    ],
    ["forbids escaping from types", /\bas any\b|: any\b|@ts-ignore|@ts-expect-error/, []],
    [
      "allows only adapters to calculate with or compare the sequence of a position",
      /\.sequence\b\s*([-+*/%<>]|[!=]==)|([-+*/%<]|[^=]>|[!=]==)\s*[\w.#]+\.sequence\b/,
      ["queue/", "store/engine/", "store/readings/sqlite/"],
    ],
    [
      "forbids hiding links and search parameters from the compiler",
      /\bas never\b|\b(to|search|params)(: |=\{).*\bas string\b|\buse(Search|Params)\([^)]*\) as\b/,
      [],
    ],
    [
      "forbids spreading a literal, which only keeps fields on one line",
      /\.\.\.\{|\.\.\.\(\{[^}]*\}( as const)?\)/,
      [],
    ],
    ["allows no TODO, FIXME or XXX", /\b(TODO|FIXME|XXX)\b/, []],
  ])("%s", (rule, banned, exceptions) => {
    const offences = product
      .filter((file) => !exceptions.some((exception) => file.startsWith(serverRoot + exception)))
      // Programs for devices are texts, and print what they did.
      .filter((file) => !(file.startsWith(snippetsRoot) && rule.includes("console")))
      // What pages read as dates comes from the server, which writes one form.
      .filter((file) => !(file.startsWith(dashboardRoot) && rule.includes("dates")))
      // A node type of the rule engine gets a configuration that was not checked, which no type describes.
      .filter((file) => !(file === uncheckedConfig && rule.includes("links")))
      .filter((file) => file.startsWith(dashboardRoot) || !rule.includes("links"))
      .flatMap((file) => linesMatching(file, banned));
    expect(offences).toEqual([]);
  });

  test("allows only format/ of the dashboard to write numbers and dates in the language of the reader", () => {
    const offences = product
      .filter((file) => file.startsWith(dashboardRoot) && !file.startsWith(`${dashboardRoot}format/`))
      .flatMap((file) => linesMatching(file, /\.toLocale\w*String\(|\bnew Intl\./));
    expect(offences).toEqual([]);
  });

  test("allows no test to be switched off or singled out", () => {
    const offences = everything.flatMap((file) => linesMatching(file, /\b(test|it|describe)\.(only|todo)\(/));
    expect(offences).toEqual([]);
  });
}
