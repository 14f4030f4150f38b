import { resources } from "@weir/protocol/resources/resources";

/**
 * The tables of an installation that are copied row by row. They have the same names on both engines. The columns of
 * the SQLite files are copied, and a column that only one engine has stops the migration. Rows refer only to rows of
 * tables further up, except in the columns named in `later`.
 */
export interface MigratedTable {
  readonly part: Part;
  readonly name: string;
  /** Columns that refer to tables further down. They are filled after those are copied. */
  readonly later?: readonly string[];
  /**
   * A column with a position in the queue. A new queue starts from the beginning, so old positions are moved before its
   * start.
   */
  readonly position?: string;
  /** Rows may be large, so few are read at a time. */
  readonly hasLargeRows?: boolean;
}

/** Control data or the store: a file each in a data folder, and a schema each in a database. */
type Part = "control" | "store";

export const controlTables: readonly MigratedTable[] = [
  ...inControl("accounts", { later: ["default_chain_id"] }),
  ...inControl("chains", { later: ["published_version"], hasLargeRows: true }),
  ...inControl("chain_versions", { hasLargeRows: true }),
  ...inControl("device_groups"),
  ...inControl("devices", { later: ["template_id"] }),
  ...["sensors", "removed_sensors", "settings", "secrets"].flatMap((name) => inControl(name)),
  ...["account_retention", "sensor_retention", "users", "recovery_codes", "memberships", "sessions"].flatMap(
    (name) => inControl(name),
  ),
  ...["account_deletions", "removed_devices"].flatMap((name) => inControl(name)),
  ...["api_keys", "invitations", "password_resets", "email_links", "audit_log", "mail_recipients"].flatMap(
    (name) => inControl(name),
  ),
  ...inControl("device_templates", { later: ["board_id"] }),
  ...resources.flatMap(({ table }) => inControl(table)),
  ...inControl("board_versions", { hasLargeRows: true }),
  ...inControl("device_template_versions", { hasLargeRows: true }),
  ...inControl("alert_rule_versions"),
  ...["alarm_follow_ups", "alarm_acts"].flatMap((name) => inControl(name)),
  ...["push_keys", "notification_rule_channels"].flatMap((name) => inControl(name)),
  ...inControl("share_links"),
  ...inControl("annotations"),
  ...["samples", "sample_items"].flatMap((name) => inControl(name)),
  ...["provisioning_keys", "hardware_ids", "claim_codes"].flatMap((name) => inControl(name)),
  ...inControl("imports", { hasLargeRows: true }),
  ...inControl("import_problems"),
  ...inControl("device_imports", { hasLargeRows: true }),
  ...inControl("device_import_devices"),
  ...inControl("device_pictures", { hasLargeRows: true }),
  ...inControl("board_images", { hasLargeRows: true }),
];

export const storeTables: readonly MigratedTable[] = [
  ...["connections", "battery_levels", "device_troubles", "node_counts", "node_errors", "alarms"].flatMap(
    (name) => inStore(name),
  ),
  ...inStore("node_states", { hasLargeRows: true }),
  ...inStore("dead_letters", { hasLargeRows: true }),
  ...inStore("outbox", { hasLargeRows: true }),
  ...inStore("mail_days"),
  ...inStore("channel_hours"),
  ...inStore("receipts", { hasLargeRows: true }),
  ...inStore("chains_in_use", { position: "from_position" }),
  ...inStore("unsaved_ends"),
  ...inStore("quarantine", { hasLargeRows: true }),
  ...["sensor_statistics", "account_statistics", "refused_requests"].flatMap((name) => inStore(name)),
];

function inControl(name: string, options: Partial<MigratedTable> = {}): MigratedTable[] {
  return [{ ...options, part: "control", name }];
}

function inStore(name: string, options: Partial<MigratedTable> = {}): MigratedTable[] {
  return [{ ...options, part: "store", name }];
}

/** A table with its columns. */
export interface TableShape extends MigratedTable {
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

/** Whole numbers that may be too large for a double: the time that a device believes in. They are read as text. */
export const largeNumberColumn = "device_us";
