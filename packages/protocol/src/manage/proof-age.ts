/** How long after the last password or code a person can use routes with `proof` without being asked again. */
export const proofAgeMaxMinutes = 15;
