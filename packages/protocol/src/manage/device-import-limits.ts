/** The largest file. With 150 bytes for each device, it has about 28,000. */
export const deviceImportBytesMax = 4 * 1024 * 1024;
/** How many devices are created in one transaction. */
export const importedAtOnceMax = 1000;
