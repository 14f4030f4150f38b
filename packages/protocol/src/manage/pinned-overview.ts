/** What a person pins instead of a board to see the overview even if the account has a default board. */
export const pinnedOverview = "overview";
