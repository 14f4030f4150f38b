/** One record of a CSV file after RFC 4180. Null is an empty field. */
export function csvRecord(fields: readonly (string | null)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

const needsQuotes = /[",\r\n]/;

function csvField(text: string | null): string {
  if (text === null) return "";
  // Spaces at the ends are part of a field, and some readers only believe it in quotes.
  if (!needsQuotes.test(text) && text.trim() === text) return text;
  return `"${text.replaceAll('"', '""')}"`;
}
