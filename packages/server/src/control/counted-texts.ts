/**
 * Which texts and blobs count as bytes of control data, besides the large columns that were counted first. It is part of a landed
 * migration of both engines and does not change: a later column gets a migration of its own.
 *
 * Columns that people, keys and devices fill are counted. Columns of a fixed size are not: UUIDs, hashes and members of closed sets.
 * Each row counts `rowBytes` for these, so that many rows with short texts count too. Notes of the server about who did something are
 * not counted either, so that an alarm can be acknowledged, a device rejected and a token replaced in an account that is full.
 */
const rowBytes = 100;

export interface CountedTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** What a row counts besides its columns, `rowBytes` unless told. */
  readonly rowBytes?: number;
  /** Whether its `definition`, which was counted only as rows came and went, is also counted when it changes. */
  readonly hasDefinition?: true;
  /** The table whose row has the account, and the column that refers to it. Absent if the rows have the account themselves. */
  readonly part?: { readonly of: string; readonly id: string; readonly key: string };
}

export const countedTexts: readonly CountedTable[] = [
  { table: "alert_rules", columns: ["name", "text", "condition", "sensor_type", "weekly_mute"] },
  { table: "annotations", columns: ["created_by"] },
  { table: "api_keys", columns: ["name", "scopes", "created_by"] },
  { table: "boards", columns: [] },
  { table: "chains", columns: ["name"] },
  { table: "channels", columns: ["name", "address", "destination", "sealed", "quiet_hours"] },
  { table: "claim_codes", columns: ["hardware_id", "created_by"] },
  { table: "device_filters", columns: ["name", "parameters"] },
  { table: "device_groups", columns: ["name"] },
  { table: "device_imports", columns: ["file_key", "template"] },
  { table: "device_templates", columns: ["name", "description", "tags", "attributes"] },
  {
    table: "devices",
    columns: ["name", "name_order", "description", "tags", "attributes", "location_label", "notes"],
  },
  { table: "hardware_ids", columns: ["hardware_id", "name", "firmware"] },
  { table: "invitations", columns: ["email", "invited_by"] },
  { table: "mail_recipients", columns: ["email"] },
  { table: "notification_rules", columns: ["name", "hours"] },
  { table: "provisioning_keys", columns: ["name", "created_by"] },
  { table: "saved_charts", columns: ["name"] },
  { table: "secrets", columns: ["name", "sealed"] },
  { table: "sensor_types", columns: ["name", "unit", "icon"] },
  partOf("devices", "device_id", { table: "sensors", columns: ["name", "slug", "type", "unit"] }),
  versionsOf("boards", "board_id", { table: "board_versions", columns: ["name", "saved_by"] }),
  partOf("boards", "board_id", { table: "share_links", columns: ["name", "picked", "created_by"] }),
  versionsOf("chains", "chain_id", { table: "chain_versions", columns: ["note"] }),
  versionsOf("device_templates", "template_id", { table: "device_template_versions", columns: [] }),
  versionsOf("alert_rules", "rule_id", { table: "alert_rule_versions", columns: [] }),
  // Acts other than comments and assignments have no text and count nothing.
  {
    table: "alarm_acts",
    columns: ["text"],
    rowBytes: 0,
    part: { of: "alarm_follow_ups", id: "alarm_id", key: "alarm_id" },
  },
];

/** An SQL expression for the bytes of a row, such as `NEW`. */
export function bytesOf({ columns, rowBytes: ofRow = rowBytes }: CountedTable, row: string): string {
  return [ofRow, ...columns.map((column) => `coalesce(octet_length(${row}.${column}), 0)`)].join(" + ");
}

/** Tables whose parts are deleted by a foreign key when their row is gone, so that its account is no longer found. */
export const tablesWithParts: readonly string[] = [
  ...new Set(countedTexts.flatMap(({ part }) => (part === undefined ? [] : [part.of]))),
];

/** An SQL expression for the bytes of all parts of a row. */
export function bytesOfParts(table: string, row: string): string {
  const sums = countedTexts.flatMap((counted) => {
    const { table: parts, part } = counted;
    if (part?.of !== table) return [];
    const found = `FROM ${parts} WHERE ${parts}.${part.key} = ${row}.${part.id}`;
    return [`coalesce((SELECT sum(${bytesOf(counted, parts)}) ${found}), 0)`];
  });
  return sums.join(" + ");
}

/** The same for an update: what the row before and after it has in all columns whose changes count. */
export function changedBytesOf(counted: CountedTable, row: string): string {
  return bytesOf({ ...counted, columns: changingColumns(counted) }, row);
}

export function changingColumns({ columns, hasDefinition }: CountedTable): readonly string[] {
  return hasDefinition === true ? [...columns, "definition"] : columns;
}

function versionsOf(of: string, key: string, counted: CountedTable): CountedTable {
  return partOf(of, key, { ...counted, hasDefinition: true });
}

function partOf(of: string, key: string, counted: CountedTable): CountedTable {
  return { ...counted, part: { of, id: "id", key } };
}
