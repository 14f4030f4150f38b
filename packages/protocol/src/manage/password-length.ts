/** How long passwords are that people choose. Forms check it before they ask the server about the rest. */
export const passwordMinLength = 12;
/** More is refused rather than hashed: the work must not depend on how much somebody sends. */
export const passwordMaxLength = 200;
