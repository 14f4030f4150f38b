import { text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Pictures of devices, as in control.db. */
export const devicePictureTable = `
CREATE TABLE device_pictures (
  device_id ${whole} PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  media_type ${text} NOT NULL,
  bytes bytea NOT NULL,
  updated_at ${whole} NOT NULL
);
${ownRows("device_pictures")}
`;
