import { flag } from "./column-types.ts";

/** Whether other sites may show a link's board in a frame, as in control.db. */
export const shareLinkEmbedding = `
ALTER TABLE share_links ADD COLUMN embedding ${flag("embedding")} DEFAULT 1;
`;
