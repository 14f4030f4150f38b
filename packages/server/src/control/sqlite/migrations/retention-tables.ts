/**
 * For how many days readings are kept. An account without a row keeps them for ever; a sensor without one as its account
 * says, and with NULL for ever.
 */
export const retentionTables = `
CREATE TABLE account_retention (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  days INTEGER NOT NULL CHECK (days >= 1)
) STRICT;

CREATE TABLE sensor_retention (
  sensor_id INTEGER PRIMARY KEY REFERENCES sensors (id) ON DELETE CASCADE,
  days INTEGER CHECK (days >= 1)
) STRICT;
`;
