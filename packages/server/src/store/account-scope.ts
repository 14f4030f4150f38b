/** The account whose records may be seen. Null is for the operator: records of every account and of none. */
export type AccountScope = number | null;
