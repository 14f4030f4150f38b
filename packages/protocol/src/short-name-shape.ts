/** The form of slugs of sensors, of names of secrets, and of ids within a chain or board. */
export const shortNameShape = /^[A-Za-z0-9_-]{1,64}$/;
