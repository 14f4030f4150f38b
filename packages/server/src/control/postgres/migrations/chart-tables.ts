import { id, json, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Saved charts and annotations, as in control.db. */
export const chartTables = `
CREATE TABLE saved_charts (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole},
  name ${text} NOT NULL,
  definition ${json("definition")} NOT NULL,
  version ${whole} NOT NULL CHECK (version > 0),
  updated_at ${whole} NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX saved_charts_by_owner ON saved_charts (account_id, user_id);

CREATE TABLE annotations (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  device_id ${whole} NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  sensor_id ${whole} REFERENCES sensors (id) ON DELETE CASCADE,
  at_us ${whole} NOT NULL,
  until_us ${whole} CHECK (until_us > at_us),
  text ${text} NOT NULL,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL
);
CREATE INDEX annotations_by_device ON annotations (device_id, at_us);
CREATE INDEX annotations_by_sensor ON annotations (sensor_id) WHERE sensor_id IS NOT NULL;
${ownRows("saved_charts")}
${ownRows("annotations")}
`;
