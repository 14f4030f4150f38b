import { text } from "./column-types.ts";

/** Which board is on Home, as in control.db. */
export const homeBoardColumns = `
ALTER TABLE memberships ADD COLUMN pinned_board ${text};
ALTER TABLE accounts ADD COLUMN default_board ${text};
`;
