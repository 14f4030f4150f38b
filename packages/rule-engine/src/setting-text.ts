/**
 * A text made from settings of a node. The settings may belong to an unfinished draft: null stands for a setting that is
 * missing or of the wrong kind, and a text that needs it is null as well.
 */
export type SettingText = string | null;

/** Returns the text, or null if one of its parts is missing. */
export function all(texts: TemplateStringsArray, ...parts: readonly SettingText[]): SettingText {
  if (parts.includes(null)) return null;
  return String.raw({ raw: texts }, ...parts);
}

/** Joins the parts that are not empty with commas; null if one is missing. */
export function joined(...parts: readonly SettingText[]): SettingText {
  return parts.includes(null) ? null : parts.filter((part) => part !== "").join(", ");
}

export function optional(part: SettingText): string {
  return part ?? "";
}

export function word(value: unknown): SettingText {
  const text = typeof value === "string" ? value.trim().replaceAll(/\s+/g, " ") : "";
  return text === "" ? null : text;
}

export function quoted(value: unknown): SettingText {
  return typeof value === "string" ? JSON.stringify(value) : null;
}

export function number(value: unknown): SettingText {
  return typeof value === "number" ? String(value).replaceAll("-", "−") : null;
}

const spans = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

export function duration(seconds: unknown): SettingText {
  return typeof seconds === "number" ? durationText(seconds) : null;
}

/** Formats in the largest unit that needs no fraction. */
export function durationText(seconds: number): string {
  const [size, name] = spans.find(([span]) => seconds >= span && seconds % span === 0) ?? [1, "s"];
  return `${seconds / size} ${name}`;
}
