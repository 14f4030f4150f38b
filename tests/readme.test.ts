import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  environmentName,
  flagUsage,
  type Setting,
  settingKeys,
  settings,
} from "../packages/server/src/config/settings.ts";

const readme = readFileSync(join(import.meta.dir, "..", "README.md"), "utf8");

test("begins the README with the two commands that do all set-up", () => {
  expect(readme.split("\n").slice(0, 2)).toEqual(["    npm ci && npm start", "    npm ci && npm test"]);
});

test("keeps the README's configuration table in sync with the schema", () => {
  const table = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(readme)?.[1];
  expect(table).toBe(settingsAsMarkdown());
});

/** The settings as the Markdown table of the README. */
function settingsAsMarkdown(): string {
  const rows = settingKeys.map((key) => {
    const { default: fallback, help, secret }: Setting = settings[key];
    const flag = flagUsage(key);
    return [
      code(key),
      code(environmentName(key)),
      flag === null ? "" : code(flag),
      fallback === null ? "not set" : fallback === "" ? "none" : code(fallback),
      secret ? `${help} From the environment only.` : help,
    ];
  });
  const header = ["Setting", "Environment", "Flag", "Default", "Meaning"];
  const lines = [header, header.map(() => "---"), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("");
}

function code(text: string): string {
  return `\`${text}\``;
}
