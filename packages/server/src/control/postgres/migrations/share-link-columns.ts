import { text, whole } from "./column-types.ts";

/** What a link is for, and when somebody last opened it, as in control.db. */
export const shareLinkColumns = `
ALTER TABLE share_links
  ADD COLUMN name ${text} NOT NULL DEFAULT '',
  ADD COLUMN last_used_at ${whole};
`;
