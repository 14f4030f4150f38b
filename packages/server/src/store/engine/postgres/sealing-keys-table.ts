/**
 * The keys with which processes of the cluster seal secrets, by the ids that sealed values carry. The newest one seals
 * now. Earlier ones matter for as long as a value is sealed with them.
 */
export const sealingKeysTable = `
CREATE TABLE weir_store.sealing_keys (
  id text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
`;
