/** In the data folder. */
export const controlFile = "control.db";
