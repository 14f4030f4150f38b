/** Addresses are found by `lower(email)`, in words that every engine has. */
export const addressIndexes = `
CREATE UNIQUE INDEX users_by_email ON users (lower(email));
DROP INDEX mail_recipients_by_email;
CREATE INDEX mail_recipients_by_email ON mail_recipients (lower(email));
`;

/**
 * Proof that an address belongs to the person who signs in with it: a link that was mailed to it, and to nobody else, has
 * been used. Links that were handed on (`is_mailed` 0), also all that were made before this, prove nothing.
 */
export const emailTables = `
ALTER TABLE users ADD COLUMN email_verified_at INTEGER;
ALTER TABLE invitations ADD COLUMN is_mailed INTEGER NOT NULL DEFAULT 0 CHECK (is_mailed IN (0, 1));
ALTER TABLE password_resets ADD COLUMN is_mailed INTEGER NOT NULL DEFAULT 0 CHECK (is_mailed IN (0, 1));

CREATE TABLE email_links (
  token_hash BLOB PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'change')),
  email TEXT NOT NULL COLLATE NOCASE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX email_links_by_user ON email_links (user_id);
`;
