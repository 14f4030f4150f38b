/**
 * `paused`: nobody has opened a page of the account for days, or the server keeps enough other samples going. `ended`: the
 * sample was loaded by an older version and sends nothing.
 */
export const sampleStates = ["none", "loading", "sending", "paused", "ended", "removing"] as const;
export type SampleState = (typeof sampleStates)[number];
export const storedSampleStates = ["loading", "sending", "removing"] as const;
export type StoredSampleState = (typeof storedSampleStates)[number];
