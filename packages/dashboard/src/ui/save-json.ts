import { saveTextFile } from "./save-text-file.ts";

/** Saves a value as a JSON file, named after the thing that it describes. */
export function saveJson(value: unknown, name: string, fallback: string): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  saveTextFile(`${fileName(name) || fallback}.json`, text, "application/json");
}

function fileName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
