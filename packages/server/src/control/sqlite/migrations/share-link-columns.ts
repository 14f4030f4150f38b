/** What a link is for, and when somebody last opened it. */
export const shareLinkColumns = `
ALTER TABLE share_links ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE share_links ADD COLUMN last_used_at INTEGER;
`;
