import { counted } from "../platform/counted.ts";

/** Columns two spaces apart, each as wide as its widest cell on the screen. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((cells) => Bun.stringWidth(cells[column] ?? ""))),
  );
  return lines.map((cells) => formatLine(cells, widths)).join("\n");
}

/** One line. Each cell but the last is padded to its width. */
export function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const filled = cells.map(
    (cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - Bun.stringWidth(cell))),
  );
  return filled.join("  ").trimEnd();
}

/** One line for each label and its value. */
export function formatFields(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([label]) => label.length));
  return fields.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd()).join("\n");
}

/** A time of the API to the second, for people. Programs get every digit. */
export function shortTime(time: string | null): string {
  return time === null ? "never" : `${time.slice(0, 19).replace("T", " ")} UTC`;
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const unit = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return unit === 0 ? counted(bytes, "byte") : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}
