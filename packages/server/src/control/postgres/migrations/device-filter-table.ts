import { id, json, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Saved filters of the device list, as in control.db. */
export const deviceFilterTable = `
CREATE TABLE device_filters (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole},
  name ${text} NOT NULL,
  parameters ${json("parameters")} NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX device_filters_by_owner ON device_filters (account_id, user_id);
${ownRows("device_filters")}
`;
