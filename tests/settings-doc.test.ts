import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "../packages/server/src/config/setting.ts";
import { environmentName, flagUsage, settingKeys, settings } from "../packages/server/src/config/settings.ts";

const guide = readFileSync(join(import.meta.dir, "../docs/guide/settings.md"), "utf8");

test("keeps the table in docs/guide/settings.md in sync with the settings", () => {
  const table = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(guide)?.[1];
  expect(table).toBe(settingsAsMarkdown());
});

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
