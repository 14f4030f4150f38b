/** What "readings per minute" means, wherever it is shown. */
export const rateMeaning = "Accepted readings per minute, averaged over the last 5 minutes";
