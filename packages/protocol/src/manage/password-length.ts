/** The length of passwords. Forms check it before they ask the server about the rest. */
export const passwordMinLength = 12;
/** Longer passwords are refused instead of hashed, because the work must not depend on how much somebody sends. */
export const passwordMaxLength = 200;
