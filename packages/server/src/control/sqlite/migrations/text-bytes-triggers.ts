import {
  bytesOf,
  bytesOfParts,
  type CountedTable,
  changedBytesOf,
  changingColumns,
  countedTexts,
  tablesWithParts,
} from "../../counted-texts.ts";

/** Counts all texts of an account as bytes of control data, also those of devices and of hardware ids that asked. */
export const textBytesTriggers = `
${countedTexts.map(count).join("")}
${tablesWithParts.map(countParts).join("")}
`;

function count(counted: CountedTable): string {
  const { table, part } = counted;
  const account = (row: string) =>
    part === undefined
      ? `${row}.account_id`
      : `(SELECT account_id FROM ${part.of} WHERE ${part.id} = ${row}.${part.key})`;
  const from =
    part === undefined ? table : `${table} JOIN ${part.of} ON ${part.of}.${part.id} = ${table}.${part.key}`;
  return `
UPDATE account_use SET control_bytes = control_bytes + coalesce(
  (SELECT sum(${bytesOf(counted, table)}) FROM ${from}
   WHERE ${part?.of ?? table}.account_id = account_use.account_id), 0);
CREATE TRIGGER ${table}_texts_in AFTER INSERT ON ${table} BEGIN
  ${change(`+ (${bytesOf(counted, "NEW")})`, account("NEW"))}
END;
CREATE TRIGGER ${table}_texts_out AFTER DELETE ON ${table} BEGIN
  ${change(`- (${bytesOf(counted, "OLD")})`, account("OLD"))}
END;
${changingColumns(counted).length === 0 ? "" : countChanges(counted, account("NEW"))}`;
}

function countChanges(counted: CountedTable, account: string): string {
  const { table } = counted;
  const [before, after] = [changedBytesOf(counted, "OLD"), changedBytesOf(counted, "NEW")];
  return `
CREATE TRIGGER ${table}_texts_change AFTER UPDATE OF ${changingColumns(counted).join(", ")} ON ${table}
WHEN ${after} <> ${before} BEGIN
  ${change(`+ (${after}) - (${before})`, account)}
END;`;
}

function countParts(table: string): string {
  return `
CREATE TRIGGER ${table}_parts_out BEFORE DELETE ON ${table} BEGIN
  ${change(`- (${bytesOfParts(table, "OLD")})`, "OLD.account_id")}
END;`;
}

function change(by: string, accountId: string): string {
  return `UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${accountId};`;
}
