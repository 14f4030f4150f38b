/** One record of a CSV file (RFC 4180). Null is an empty field. */
export function csvRecord(fields: readonly (string | null)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

/**
 * Text from people as a field that a spreadsheet does not run: text that begins like a formula gets an apostrophe,
 * which spreadsheets read as "this is text". `fromHarmlessText` removes it again.
 */
export function harmlessText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

export function fromHarmlessText(field: string): string {
  return escapedStart.test(field) ? field.slice(1) : field;
}

const formulaStart = /^'*[=+\-@\t\r]/;
const escapedStart = /^''*[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

function csvField(text: string | null): string {
  if (text === null) return "";
  // Spaces at the ends are part of a field, and some readers keep them only in quotes.
  if (!needsQuotes.test(text) && text.trim() === text) return text;
  return `"${text.replaceAll('"', '""')}"`;
}
