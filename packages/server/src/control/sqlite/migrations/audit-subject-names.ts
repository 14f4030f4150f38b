import type { Database } from "bun:sqlite";

/** Keeps the name of the subject with each audit entry, because the subject may be deleted before the entry is read. */
export const auditSubjectNameColumn = `
ALTER TABLE audit_log ADD COLUMN subject_name TEXT;
`;

/** The name of the subject according to the entry. In entries of assignments it would be the chain, which is not the subject. */
const ownName = `CASE WHEN action NOT IN ('chain.assign', 'chain.unassign') THEN COALESCE(
  json_extract(after, '$.name'), json_extract(before, '$.name'),
  json_extract(after, '$.email'), json_extract(before, '$.email')) END`;

/**
 * Names the subjects of entries that were made before names were kept: by what the entry says, by what they are called
 * today, or, where they are deleted, by the newest entry that names them.
 */
export function fillAuditSubjectNames(db: Database): void {
  db.run(`
    CREATE TEMP TABLE subject_names (subject TEXT PRIMARY KEY, name TEXT NOT NULL);
    INSERT OR IGNORE INTO subject_names SELECT uuid, name FROM devices;
    INSERT OR IGNORE INTO subject_names
      SELECT sensors.uuid, devices.name || ' / ' || sensors.name FROM sensors JOIN devices ON devices.id = device_id;
    INSERT OR IGNORE INTO subject_names SELECT uuid, name FROM chains;
    INSERT OR IGNORE INTO subject_names SELECT uuid, name FROM accounts;
    INSERT OR IGNORE INTO subject_names SELECT uuid, name FROM api_keys;
    INSERT OR IGNORE INTO subject_names SELECT uuid, name FROM sensor_types;
    INSERT OR IGNORE INTO subject_names SELECT uuid, email FROM users;
    INSERT OR IGNORE INTO subject_names SELECT uuid, email FROM invitations;
    INSERT OR IGNORE INTO subject_names
      SELECT subject, name FROM (SELECT id, subject, ${ownName} AS name FROM audit_log)
      WHERE name IS NOT NULL ORDER BY id DESC;
    UPDATE audit_log SET subject_name = COALESCE(
      CASE WHEN subject_kind <> 'sensor' THEN ${ownName} END,
      (SELECT name FROM subject_names WHERE subject_names.subject = audit_log.subject));
    UPDATE audit_log SET subject_name = subject
      WHERE subject_name IS NULL AND subject <> 'several' AND subject GLOB '*[^0-9]*'
        AND subject NOT GLOB '????????-????-????-????-????????????';
    DROP TABLE subject_names;
  `);
}
