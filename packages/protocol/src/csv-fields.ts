/**
 * Returns the fields of one CSV record (RFC 4180); null if its quotes do not match. The delimiter is one character. White space
 * at the ends of a field is kept only in quotes, because people and programs align columns with it.
 */
export function csvFields(record: string, delimiter = ","): string[] | null {
  if (!record.includes('"')) return record.split(delimiter).map((field) => field.trim());
  const fields: string[] = [];
  for (let at = 0; ; at++) {
    let end: number;
    if (record[at] === '"') {
      end = closingQuote(record, at + 1) + 1;
      if (end === 0) return null;
      fields.push(record.slice(at + 1, end - 1).replaceAll('""', '"'));
    } else {
      const next = record.indexOf(delimiter, at);
      end = next < 0 ? record.length : next;
      fields.push(record.slice(at, end).trim());
    }
    if (end === record.length) return fields;
    if (record[end] !== delimiter) return null;
    at = end;
  }
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
}
