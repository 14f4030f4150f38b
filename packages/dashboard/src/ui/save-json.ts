/** Saves a value as a JSON file, named after the thing that it describes. */
export function saveJson(value: unknown, name: string, fallback: string): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = `${fileName(name) || fallback}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

function fileName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
