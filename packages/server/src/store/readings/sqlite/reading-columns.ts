/** The columns of a `ReadingRow`. */
export const readingColumns = `at_us AS atUs, value, received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata`;
