/** What people note about devices: see device-notes.ts. Lists are still read from their indexes alone, now with tags and attributes. */
export const deviceNoteColumns = `
ALTER TABLE devices ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags));
ALTER TABLE devices ADD COLUMN attributes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(attributes));
ALTER TABLE devices ADD COLUMN latitude REAL CHECK (abs(latitude) <= 90);
ALTER TABLE devices ADD COLUMN longitude REAL CHECK (abs(longitude) <= 180);
ALTER TABLE devices ADD COLUMN location_label TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN notes TEXT NOT NULL DEFAULT '';
DROP INDEX devices_by_account;
DROP INDEX devices_by_name;
CREATE INDEX devices_by_account ON devices
  (account_id, id, group_id, enabled, name, description, uuid, tags, attributes);
CREATE INDEX devices_by_name ON devices
  (account_id, name_order, id, group_id, enabled, name, description, uuid, tags, attributes);
`;
