import type { Migration } from "../../../platform/sqlite/open-database.ts";
import { accountDeletionTables } from "./account-deletion-tables.ts";
import { dropUniqueAccountNames } from "./account-name-tables.ts";
import { accountUseTables } from "./account-use-tables.ts";
import { alarmFollowUpTables } from "./alarm-follow-up-tables.ts";
import { alertTables, alertTemplateColumn } from "./alert-tables.ts";
import { auditSubjectNameColumn, fillAuditSubjectNames } from "./audit-subject-names.ts";
import { boardImageTable } from "./board-image-table.ts";
import { boardTables } from "./board-tables.ts";
import { channelTables } from "./channel-tables.ts";
import { chartTables } from "./chart-tables.ts";
import { controlBytesColumn } from "./control-bytes-column.ts";
import { deviceFilterTable } from "./device-filter-table.ts";
import { deviceImportTables } from "./device-import-tables.ts";
import { deviceNoteColumns } from "./device-note-columns.ts";
import { devicePictureTable } from "./device-picture-table.ts";
import {
  automaticQuarantineColumn,
  deviceTables,
  fillNameOrder,
  nameOrderColumn,
  quarantineColumn,
} from "./device-tables.ts";
import { addressIndexes, emailTables } from "./email-tables.ts";
import { expectationColumns, silenceAlarmIndex } from "./expectation-tables.ts";
import { homeBoardColumns } from "./home-board-columns.ts";
import { importTables } from "./import-tables.ts";
import { notificationTables } from "./notification-tables.ts";
import { auditConfirmedColumn, peopleTables } from "./people-tables.ts";
import { preferenceColumns } from "./preference-columns.ts";
import { proofColumns } from "./proof-tables.ts";
import { provisioningColumns } from "./provisioning-columns.ts";
import { provisioningTables } from "./provisioning-tables.ts";
import { fillRecipients, recipientTables } from "./recipient-tables.ts";
import { retentionTables } from "./retention-tables.ts";
import { livingSampleTables, sampleTables } from "./sample-tables.ts";
import { sensorTypeStates } from "./sensor-type-states.ts";
import { shareLinkColumns } from "./share-link-columns.ts";
import { shareLinkEmbedding } from "./share-link-embedding.ts";
import { shareLinkTables } from "./share-link-tables.ts";
import { deviceImportTemplateColumn, templateTables } from "./template-tables.ts";
import { tenantColumns } from "./tenant-columns.ts";
import { textBytesTriggers } from "./text-bytes-triggers.ts";

/**
 * The schema of control.db. Two rules are left to SQLite because they must hold whatever code writes:
 * AUTOINCREMENT, since readings and the queue refer to ids of rows that may be gone, and the foreign keys that carry
 * the account along, so that no row can point at a group or a chain of another account.
 */
const tables = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  default_chain_id INTEGER,
  created_at INTEGER NOT NULL,
  FOREIGN KEY (id, default_chain_id) REFERENCES chains (account_id, id)
) STRICT;

CREATE TABLE chains (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  published_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, id),
  FOREIGN KEY (id, published_version) REFERENCES chain_versions (chain_id, version) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE chain_versions (
  chain_id INTEGER NOT NULL REFERENCES chains (id),
  version INTEGER NOT NULL CHECK (version > 0),
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  published_at INTEGER NOT NULL,
  PRIMARY KEY (chain_id, version)
) STRICT;

CREATE TABLE device_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  chain_id INTEGER,
  UNIQUE (account_id, name),
  UNIQUE (account_id, id),
  FOREIGN KEY (account_id, chain_id) REFERENCES chains (account_id, id)
) STRICT;

CREATE TABLE devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  group_id INTEGER,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  contract TEXT NOT NULL CHECK (contract IN ('queued', 'stored')),
  handling TEXT NOT NULL CHECK (handling IN ('strict', 'lenient')),
  chain_id INTEGER,
  token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
  token_sealed BLOB NOT NULL,
  token_created_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id),
  FOREIGN KEY (account_id, chain_id) REFERENCES chains (account_id, id)
) STRICT;
CREATE INDEX devices_by_account ON devices (account_id);
CREATE INDEX devices_by_group ON devices (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX devices_by_chain ON devices (chain_id) WHERE chain_id IS NOT NULL;

CREATE TABLE sensors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  device_id INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  type TEXT,
  unit TEXT,
  chain_id INTEGER REFERENCES chains (id),
  created_at INTEGER NOT NULL,
  UNIQUE (device_id, slug)
) STRICT;
CREATE INDEX sensors_by_chain ON sensors (chain_id) WHERE chain_id IS NOT NULL;

CREATE TABLE removed_sensors (
  sensor_id INTEGER PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** A sensor has its account through its device only, which a foreign key cannot follow. */
const sensorChainChecks = ["INSERT", "UPDATE OF chain_id, device_id"]
  .map(
    (change, index) => `
CREATE TRIGGER sensor_chain_of_own_account_${index + 1} BEFORE ${change} ON sensors
WHEN NEW.chain_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM devices JOIN chains USING (account_id) WHERE devices.id = NEW.device_id AND chains.id = NEW.chain_id)
BEGIN
  SELECT RAISE(ABORT, 'the chain belongs to another account than the sensor');
END;
`,
  )
  .join("");

/**
 * A chain that was never published has a draft and no version. The revision counts every change of the draft, including
 * its removal, so that an editor can tell whether the draft is still the one that it has read.
 */
const draftsAndSecrets = `
ALTER TABLE chains ALTER COLUMN published_version DROP NOT NULL;
ALTER TABLE chains ADD COLUMN draft TEXT CHECK (draft IS NULL OR json_valid(draft));
ALTER TABLE chains ADD COLUMN draft_revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chains ADD COLUMN draft_updated_at INTEGER;
CREATE UNIQUE INDEX chains_by_name ON chains (account_id, name);

ALTER TABLE chain_versions ADD COLUMN note TEXT NOT NULL DEFAULT '';

CREATE TABLE secrets (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
`;

export const controlMigrations: readonly Migration[] = [
  { version: 1, name: "accounts, devices, sensors and chains", sql: tables + sensorChainChecks },
  { version: 2, name: "drafts and notes of chains, secrets of accounts", sql: draftsAndSecrets },
  { version: 3, name: "people, keys, invitations and the audit log", sql: peopleTables },
  { version: 4, name: "retention", sql: retentionTables },
  { version: 5, name: "imports", sql: importTables },
  { version: 6, name: "lists of devices, overlapping tokens, sensor types", sql: deviceTables },
  { version: 7, name: "quarantine of rejected readings", sql: quarantineColumn },
  { version: 8, name: "numbers in names of devices count", sql: nameOrderColumn, fill: fillNameOrder },
  { version: 9, name: "proofs of sessions, wrong codes, required second factor", sql: proofColumns },
  { version: 10, name: "account names that need not be unique", sql: "", fill: dropUniqueAccountNames },
  { version: 11, name: "audit entries that wait for confirmation", sql: auditConfirmedColumn },
  { version: 12, name: "proof of e-mail addresses", sql: emailTables },
  { version: 13, name: "recipients of mail", sql: recipientTables, fill: fillRecipients },
  { version: 14, name: "quarantine of new devices", sql: automaticQuarantineColumn },
  { version: 15, name: "preferences of people", sql: preferenceColumns },
  { version: 16, name: "names in the audit log", sql: auditSubjectNameColumn, fill: fillAuditSubjectNames },
  { version: 17, name: "expected intervals and silence alarms", sql: expectationColumns },
  { version: 18, name: "devices with a silence alarm", sql: silenceAlarmIndex },
  { version: 19, name: "what accounts use of their limits", sql: accountUseTables },
  { version: 20, name: "addresses in any case of letters", sql: addressIndexes },
  { version: 21, name: "tags, attributes, location and notes of devices", sql: deviceNoteColumns },
  { version: 22, name: "boards", sql: boardTables },
  { version: 23, name: "alert rules", sql: alertTables },
  { version: 24, name: "share links of boards", sql: shareLinkTables },
  { version: 25, name: "imports of devices", sql: deviceImportTables },
  { version: 26, name: "sample data", sql: sampleTables },
  { version: 27, name: "device templates", sql: templateTables },
  { version: 28, name: "names and last uses of share links", sql: shareLinkColumns },
  { version: 29, name: "saved charts and annotations", sql: chartTables },
  { version: 30, name: "channels", sql: channelTables },
  { version: 31, name: "templates of imported devices", sql: deviceImportTemplateColumn },
  { version: 32, name: "provisioning keys, hardware ids and claim codes", sql: provisioningTables },
  { version: 33, name: "comments, assignees and snoozes of alarms", sql: alarmFollowUpTables },
  { version: 34, name: "saved filters of the device list", sql: deviceFilterTable },
  { version: 35, name: "pictures of devices", sql: devicePictureTable },
  { version: 36, name: "notification rules", sql: notificationTables },
  { version: 37, name: "alert rules of templates", sql: alertTemplateColumn },
  { version: 38, name: "origins of claims, repeats of provisioning requests", sql: provisioningColumns },
  { version: 39, name: "creators and tenants of accounts", sql: tenantColumns },
  { version: 40, name: "bytes of control data", sql: controlBytesColumn },
  { version: 41, name: "deletions of accounts", sql: accountDeletionTables },
  { version: 42, name: "bytes of all texts of control data", sql: textBytesTriggers },
  { version: 43, name: "boards on Home", sql: homeBoardColumns },
  { version: 44, name: "samples that send", sql: livingSampleTables },
  { version: 45, name: "embedding of shared boards", sql: shareLinkEmbedding },
  { version: 46, name: "states of sensor types", sql: sensorTypeStates },
  { version: 47, name: "images of boards", sql: boardImageTable },
];
