/** How long a session lasts, in seconds. */
export const sessionAgeMaxS = 90 * 86_400;
