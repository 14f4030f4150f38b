/** What a number of readings a minute is, wherever one stands. */
export const rateMeaning = "Accepted readings a minute, as a mean of the last 5 minutes";
