/**
 * Lists of devices are read from these two indexes alone: they hold what a list filters and searches by, so that a search
 * that finds little in a large fleet reads neither the devices nor their sensors. The one of sensors tells whose slug it is.
 */
export const deviceListIndexes = `
DROP INDEX devices_by_account;
CREATE INDEX devices_by_account ON devices (account_id, id, group_id, enabled, name, description, uuid);
CREATE INDEX devices_by_name ON devices (account_id, name COLLATE NOCASE, id, group_id, enabled, description, uuid);
CREATE INDEX sensors_by_slug ON sensors (slug, device_id);
`;
