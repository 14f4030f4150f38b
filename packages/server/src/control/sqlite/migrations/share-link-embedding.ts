/**
 * Whether other sites may show a link's board in a frame. Links made before could always be framed where the operator
 * allows it, so they keep that.
 */
export const shareLinkEmbedding = `
ALTER TABLE share_links ADD COLUMN embedding INTEGER NOT NULL DEFAULT 1 CHECK (embedding IN (0, 1));
`;
