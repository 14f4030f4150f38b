import type { Database } from "bun:sqlite";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { mailAddressesIn } from "../../chain-recipients.ts";

/**
 * Addresses outside an account that its chains send mail to, and what their owners answered. A removed one stays for as
 * long as it must not be asked again. `is_asked`: whether the link whose hash is here has been mailed. `mailed_at` and
 * `tried_at`: when the last link was, and when the last try began.
 */
export const recipientTables = `
CREATE TABLE mail_recipients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  email TEXT NOT NULL COLLATE NOCASE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'confirmed', 'declined', 'removed')),
  token_hash BLOB UNIQUE,
  is_asked INTEGER NOT NULL DEFAULT 0 CHECK (is_asked IN (0, 1)),
  mailed_at INTEGER,
  tried_at INTEGER,
  created_at INTEGER NOT NULL,
  answered_at INTEGER,
  UNIQUE (account_id, email)
) STRICT;
CREATE INDEX mail_recipients_by_email ON mail_recipients (email);
CREATE INDEX mail_recipients_to_ask ON mail_recipients (id) WHERE state = 'waiting' AND is_asked = 0;
`;

/** Chains that were published before recipients had to confirm: theirs are asked at the first start, not at the first alarm. */
export function fillRecipients(db: Database): void {
  const chains = db
    .query<{ accountId: number; definition: string; publishedAt: number }, []>(
      `SELECT account_id AS accountId, definition, published_at AS publishedAt
       FROM chains JOIN chain_versions ON chain_id = chains.id AND version = published_version`,
    )
    .all();
  const insert = db.query(
    `INSERT INTO mail_recipients (uuid, account_id, email, state, created_at) SELECT ?1, ?2, ?3, 'waiting', ?4
     WHERE NOT EXISTS (
       SELECT 1 FROM users JOIN memberships ON user_id = users.id
       WHERE account_id = ?2 AND email = ?3 AND email_verified_at IS NOT NULL
     )
     ON CONFLICT DO NOTHING`,
  );
  for (const { accountId, definition, publishedAt } of chains) {
    for (const email of mailAddressesIn(JSON.parse(definition) as ChainDefinition)) {
      insert.run(crypto.randomUUID(), accountId, email, publishedAt);
    }
  }
}
