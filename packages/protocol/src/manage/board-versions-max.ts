/** How many versions of a board are kept. */
export const boardVersionsMax = 50;
