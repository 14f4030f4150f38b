/** What a number of readings per minute means, wherever one is shown. */
export const rateMeaning = "Accepted readings per minute, averaged over the last 5 minutes";
