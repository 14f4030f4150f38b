/** Which board is on Home: UUIDs, so that Home can say that a board is gone. */
export const homeBoardColumns = `
ALTER TABLE memberships ADD COLUMN pinned_board TEXT;
ALTER TABLE accounts ADD COLUMN default_board TEXT;
`;
