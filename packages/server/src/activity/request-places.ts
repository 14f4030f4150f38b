/** The index of each number in the row of a request (see packed-requests.ts). */
export const deviceId = 0;
export const accountId = 1;
export const requestNumber = 2;
export const arrivalMs = 3;
export const durationMs = 4;
export const source = 5;
export const endpoint = 6;
export const bodyBytes = 7;
export const status = 8;
export const error = 9;
export const accepted = 10;
export const duplicates = 11;
export const clockOffsetMs = 12;
export const sequence = 13;
export const trouble = 14;
export const sensorId = 15;
export const rowNumbers = 16;

/** Stands for a missing number where numbers cannot be negative. */
export const none = -1;
