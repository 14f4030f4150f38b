/** Tables whose rows have the account themselves, and the column that counts. */
const ownRows = [
  ["device_pictures", "bytes"],
  ["chains", "draft"],
  ["saved_charts", "definition"],
  ["annotations", "text"],
  ["device_imports", "file"],
] as const;

/** Tables of versions, and what they are versions of. Versions are deleted with it, when it can no longer be looked up. */
const versions = [
  ["board_versions", "boards", "board_id"],
  ["chain_versions", "chains", "chain_id"],
  ["device_template_versions", "device_templates", "template_id"],
  ["alert_rule_versions", "alert_rules", "rule_id"],
] as const;

/** How many bytes people have written into the large columns of control data, kept by triggers like the other counts. */
export const controlBytesColumn = `
ALTER TABLE account_use ADD COLUMN control_bytes INTEGER NOT NULL DEFAULT 0;
${ownRows.map(([table, column]) => countOwn(table, column)).join("")}
${versions.map(([table, parent, key]) => countVersions(table, parent, key)).join("")}
`;

function countOwn(table: string, column: string): string {
  const size = (row: string) => `coalesce(octet_length(${row}.${column}), 0)`;
  return `
UPDATE account_use SET control_bytes = control_bytes + coalesce(
  (SELECT sum(octet_length(${column})) FROM ${table} WHERE ${table}.account_id = account_use.account_id), 0);
CREATE TRIGGER ${table}_bytes_in AFTER INSERT ON ${table} BEGIN
  ${change(`+ ${size("NEW")}`, "NEW.account_id")}
END;
CREATE TRIGGER ${table}_bytes_out AFTER DELETE ON ${table} BEGIN
  ${change(`- ${size("OLD")}`, "OLD.account_id")}
END;
CREATE TRIGGER ${table}_bytes_change AFTER UPDATE OF ${column} ON ${table} BEGIN
  ${change(`+ ${size("NEW")} - ${size("OLD")}`, "NEW.account_id")}
END;
`;
}

function countVersions(table: string, parent: string, key: string): string {
  const account = (row: string) => `(SELECT account_id FROM ${parent} WHERE id = ${row}.${key})`;
  return `
UPDATE account_use SET control_bytes = control_bytes + coalesce(
  (SELECT sum(octet_length(definition)) FROM ${table} JOIN ${parent} ON ${parent}.id = ${table}.${key}
   WHERE ${parent}.account_id = account_use.account_id), 0);
CREATE TRIGGER ${table}_bytes_in AFTER INSERT ON ${table} BEGIN
  ${change("+ octet_length(NEW.definition)", account("NEW"))}
END;
CREATE TRIGGER ${table}_bytes_out AFTER DELETE ON ${table} BEGIN
  ${change("- octet_length(OLD.definition)", account("OLD"))}
END;
CREATE TRIGGER ${parent}_versions_bytes_out BEFORE DELETE ON ${parent} BEGIN
  ${change(
    `- coalesce((SELECT sum(octet_length(definition)) FROM ${table} WHERE ${key} = OLD.id), 0)`,
    "OLD.account_id",
  )}
END;
`;
}

function change(by: string, accountId: string): string {
  return `UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${accountId};`;
}
