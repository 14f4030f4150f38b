/** Splits a header's value at a separator and keeps quoted strings whole. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\" && isQuoted) i++;
    else if (text[i] === '"') isQuoted = !isQuoted;
    else if (text[i] === separator && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
