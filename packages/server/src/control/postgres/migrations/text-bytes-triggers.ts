import {
  bytesOf,
  bytesOfParts,
  type CountedTable,
  changedBytesOf,
  changingColumns,
  countedTexts,
  tablesWithParts,
} from "../../counted-texts.ts";

/**
 * Counts all texts of an account as bytes of control data, as in control.db. Rows that come and go are counted once per statement,
 * like devices and sensors, because many of them are added at once.
 */
export const textBytesTriggers = `
${countedTexts.map(count).join("")}
${tablesWithParts.map(countParts).join("")}
`;

function count(counted: CountedTable): string {
  const { table, part } = counted;
  const sums = (rows: string) => {
    const owner = part === undefined ? "" : `JOIN ${part.of} ON ${part.of}.${part.id} = ${rows}.${part.key}`;
    const account = `${part?.of ?? rows}.account_id`;
    return `SELECT ${account} AS account_id, sum(${bytesOf(counted, rows)}) AS bytes FROM ${rows} ${owner} GROUP BY ${account}`;
  };
  const add = (sign: "+" | "-", rows: string) => `
  UPDATE account_use SET control_bytes = control_bytes ${sign} counted.bytes
  FROM (${sums(rows)}) AS counted WHERE counted.account_id = account_use.account_id;`;
  return `${add("+", table)}
${trigger(`${table}_texts_in`, `AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed FOR EACH STATEMENT`, add("+", "changed"))}
${trigger(`${table}_texts_out`, `AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed FOR EACH STATEMENT`, add("-", "changed"))}
${changingColumns(counted).length === 0 ? "" : countChanges(counted)}`;
}

function countChanges(counted: CountedTable): string {
  const { table, part } = counted;
  const [before, after] = [changedBytesOf(counted, "OLD"), changedBytesOf(counted, "NEW")];
  const account =
    part === undefined
      ? "NEW.account_id"
      : `(SELECT account_id FROM ${part.of} WHERE ${part.id} = NEW.${part.key})`;
  const when = `AFTER UPDATE OF ${changingColumns(counted).join(", ")} ON ${table} FOR EACH ROW WHEN (${after} <> ${before})`;
  return trigger(`${table}_texts_change`, when, change(`+ (${after}) - (${before})`, account));
}

function countParts(table: string): string {
  const body = change(`- (${bytesOfParts(table, "OLD")})`, "OLD.account_id");
  return trigger(`${table}_parts_out`, `BEFORE DELETE ON ${table} FOR EACH ROW`, body);
}

function change(by: string, accountId: string): string {
  return `UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${accountId};`;
}

/** A row that is deleted has to be returned before, and what is returned after is ignored. */
function trigger(name: string, when: string, body: string): string {
  return `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  ${body}
  RETURN OLD;
END $$;
CREATE TRIGGER ${name} ${when} EXECUTE FUNCTION ${name}();`;
}
