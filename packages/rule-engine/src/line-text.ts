/** Returns the problem of a text that must stay on one line, in headers, tables and logs, or null. */
export function lineProblem(text: string): string | null {
  if (!text.isWellFormed()) return "must be valid Unicode text";
  return withoutControls(text) === text ? null : "must not contain line breaks or other control characters";
}

/** Replaces every control character with a space. */
export function withoutControls(text: string): string {
  let clean = "";
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x20 && (unit < 0x7f || unit > 0x9f)) continue;
    clean += `${text.slice(from, index)} `;
    from = index + 1;
  }
  return from === 0 ? text : clean + text.slice(from);
}
