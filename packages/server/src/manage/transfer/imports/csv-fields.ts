/** The fields of one CSV record (RFC 4180); null if its quotes do not match. */
export function csvFields(record: string): string[] | null {
  if (!record.includes('"')) return record.split(",");
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] === '"') {
      const end = closingQuote(record, at + 1);
      if (end < 0) return null;
      fields.push(record.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const comma = record.indexOf(",", at);
      const end = comma < 0 ? record.length : comma;
      fields.push(record.slice(at, end));
      at = end;
    }
    if (at === record.length) return fields;
    if (record[at] !== ",") return null;
    at++;
  }
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
}
