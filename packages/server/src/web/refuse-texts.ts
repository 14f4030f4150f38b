import { hasControlCharacter } from "../platform/has-control-character.ts";

/** Passwords are never shown, so they may have any character. */
const anyText = /password/;

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * Finds the first text of a request that no field may have: control characters, which change what terminals, logs and mails
 * show, and the name `__proto__`, which forms would pass over in silence. It is checked here for all fields alike.
 */
export function refuseTexts(value: unknown, path: readonly string[]): FieldError | null {
  if (typeof value === "string") {
    if (!hasControlCharacter(value) || anyText.test(path.at(-1) ?? "")) return null;
    return { field: path.join("."), message: "Control characters are not allowed." };
  }
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const error = refuseTexts(item, [...path, String(index)]);
      if (error !== null) return error;
    }
    return null;
  }
  for (const [name, item] of Object.entries(value)) {
    if (name === "__proto__") return { field: [...path, name].join("."), message: "Unknown field." };
    if (hasControlCharacter(name)) {
      return { field: path.join("."), message: "Control characters are not allowed in names." };
    }
    const error = refuseTexts(item, [...path, name]);
    if (error !== null) return error;
  }
  return null;
}
