/** How long a person may go on after the last password or code before routes with `proof` ask for another. */
export const proofAgeMaxMinutes = 15;
