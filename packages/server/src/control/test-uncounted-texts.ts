import { expect } from "bun:test";

/** Migrated control data without checks and references between rows, so that a row of any table can be made. */
export interface LooseControl {
  readonly columns: readonly LooseColumn[];
  run(sql: string): Promise<void>;
  controlBytes(): Promise<number>;
  /** `size` bytes as a literal of a text or a blob. */
  literal(kind: "text" | "blob", size: number): string;
}

export interface LooseColumn {
  readonly table: string;
  readonly column: string;
  readonly kind: "text" | "blob" | "number";
  readonly isRequired: boolean;
}

/** The counts themselves, which are not made but follow. */
const countsTable = "account_use";

/**
 * For tests: makes a row of account 1 in every table, puts a thousand bytes into each text and blob, and returns those that did not
 * count, as `table.column`. Expects that everything is given back when all rows are deleted.
 */
export async function uncountedTexts(control: LooseControl): Promise<string[]> {
  const tables = Map.groupBy(control.columns, ({ table }) => table);
  tables.delete(countsTable);
  const isPart = (columns: readonly LooseColumn[]) => !columns.some(({ column }) => column === "account_id");
  const own = [...tables].filter(([table, columns]) => table !== "accounts" && !isPart(columns));
  const parts = [...tables].filter(([table, columns]) => table !== "accounts" && isPart(columns));
  const accounts = [["accounts", tables.get("accounts")!]] as const;
  // Templates come before the devices that a trigger compares them with, and owners before their parts.
  const inOrder = [...accounts, ...own, ...parts];
  for (const [table, columns] of inOrder) await control.run(insertion(control, table, columns));

  const uncounted: string[] = [];
  for (const { table, column, kind } of inOrder.flatMap(([, columns]) => columns)) {
    if (kind === "number") continue;
    const before = await control.controlBytes();
    await control.run(`UPDATE ${table} SET "${column}" = ${control.literal(kind, 1000)}`);
    const grown = (await control.controlBytes()) - before;
    if (grown === 0) uncounted.push(`${table}.${column}`);
    else expect([table, column, grown]).toEqual([table, column, 1000]);
  }
  for (const [table] of [...parts, ...own]) await control.run(`DELETE FROM ${table}`);
  expect(await control.controlBytes()).toBe(0);
  return uncounted.toSorted();
}

function insertion(control: LooseControl, table: string, columns: readonly LooseColumn[]): string {
  const required = columns.filter(({ isRequired }) => isRequired);
  const values = required.map(({ kind }) => (kind === "number" ? "1" : control.literal(kind, 0)));
  return `INSERT INTO ${table} (${required.map(({ column }) => `"${column}"`).join(", ")}) VALUES (${values.join(", ")})`;
}

/** Which texts and blobs do not count as bytes of control data, and what bounds them instead. */
const boundedOtherwise = {
  "a fixed size, for which each row counts 100 bytes": [
    ..."alert_rules annotations api_keys boards chains channels claim_codes device_filters".split(" "),
    ..."device_imports device_templates devices hardware_ids invitations mail_recipients".split(" "),
    ..."notification_rules provisioning_keys saved_charts sensor_types sensors share_links".split(" "),
  ].map((table) => `${table}.uuid`),
  "the size of a hash, of a sealed token or of the start of a key": [
    ..."api_keys.key_hash api_keys.key_start claim_codes.code_hash devices.previous_token_hash".split(" "),
    ..."devices.token_hash devices.token_sealed hardware_ids.nonce_hash invitations.token_hash".split(" "),
    ..."mail_recipients.token_hash provisioning_keys.key_hash provisioning_keys.key_start".split(" "),
    "share_links.token_hash",
  ],
  "the members of a closed set": [
    ..."alarm_acts.act alarm_follow_ups.snoozed_severity alert_rules.severity channels.kind".split(" "),
    ..."device_groups.silence_alarm device_imports.state device_pictures.media_type".split(" "),
    ..."devices.contract devices.handling devices.silence_alarm hardware_ids.state".split(" "),
    ..."invitations.role mail_recipients.state memberships.role notification_rules.min_severity".split(" "),
    ..."provisioning_keys.admission samples.state share_links.picked_kind".split(" "),
  ],
  "one name, address or UUID for each row that counts, or for each of the 1,000 acts of an alarm": [
    ..."alarm_acts.actor hardware_ids.claimed_from hardware_ids.decided_by hardware_ids.source".split(" "),
  ],
  "the number of images of a board": ["board_images.media_type", "board_images.uuid"],
  "the name of one of the devices of the sample": ["sample_items.part"],
  "the one row of an account, its sample, and one deletion of it": [
    ..."accounts.name accounts.silence_alarm accounts.default_board accounts.uuid".split(" "),
    "account_deletions.asked_by",
    ..."account_deletions.name account_deletions.uuid account_deletions.worker samples.worker".split(" "),
  ],
  "the number of sensors, of which it has the ids while an account is being deleted": [
    "removed_devices.sensors",
  ],
  "audit_entries_per_account, with at most 36 KiB an entry": [
    ..."actor actor_kind after action before request_id source subject subject_kind subject_name".split(" "),
  ].map((column) => `audit_log.${column}`),
  "20 open and 100 finished imports of an account, with 1,000 problems each": [
    ..."carry device file_key format header mapping mode sensor state uuid"
      .split(" ")
      .map((column) => `imports.${column}`),
    "import_problems.reason",
  ],
  "the number of people, and of sessions and links of each": [
    ..."email_links.email email_links.purpose email_links.token_hash password_resets.token_hash".split(" "),
    ..."recovery_codes.code_hash sessions.source sessions.token_hash sessions.user_agent".split(" "),
    ..."users.email users.name users.password_hash users.theme users.time_format users.time_zone".split(" "),
    ..."memberships.pinned_board users.totp_sealed users.uuid".split(" "),
  ],
  "what the server itself writes, once": [
    ..."push_keys.public_key push_keys.sealed settings.key settings.value".split(" "),
  ],
};

export const textsBoundedOtherwise: readonly string[] = Object.values(boundedOtherwise).flat().toSorted();
