/** Pictures of devices, apart from the devices, because lists are read without them. */
export const devicePictureTable = `
CREATE TABLE device_pictures (
  device_id INTEGER PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
`;
