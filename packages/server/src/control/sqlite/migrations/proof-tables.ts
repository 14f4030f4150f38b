/**
 * What keeps a stolen session or password from being enough: when a session last proved who it belongs to, how many wrong
 * codes were entered with the right password, and whether an account requires a second factor.
 */
export const proofColumns = `
ALTER TABLE sessions ADD COLUMN proved_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0 CHECK (second_factor_required IN (0, 1));
`;
