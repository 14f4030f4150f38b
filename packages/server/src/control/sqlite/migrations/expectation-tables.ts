/** What devices, groups and accounts expect: see device-expectation.ts. The index finds the few devices with one of their own. */
export const expectationColumns =
  ["devices", "device_groups", "accounts"]
    .map(
      (table) => `
ALTER TABLE ${table} ADD COLUMN expected_interval_s INTEGER CHECK (expected_interval_s BETWEEN 1 AND 2592000);
ALTER TABLE ${table} ADD COLUMN silence_alarm TEXT CHECK (silence_alarm IN ('off', 'info', 'warning', 'critical'));
`,
    )
    .join("") +
  `
CREATE INDEX devices_with_interval ON devices (account_id, expected_interval_s) WHERE expected_interval_s IS NOT NULL;
`;

/** Tells at once that no device has an alarm of its own, which is so of most installations. */
export const silenceAlarmIndex = `
CREATE INDEX devices_with_silence_alarm ON devices (silence_alarm) WHERE silence_alarm IS NOT NULL;
`;
