/** The name of the file in the data folder. */
export const controlFile = "control.db";
