/** Readings that wait for the next turn of their account. Only the owner of their partition takes them. */
export const backlogTables = `
CREATE TABLE weir_store.parked_frames (
  partition int2 NOT NULL,
  id int8 GENERATED ALWAYS AS IDENTITY,
  account_id int8 NOT NULL,
  device_id int8 NOT NULL,
  position int8 NOT NULL,
  first_ordinal int8 NOT NULL,
  readings int8 NOT NULL,
  bytes int8 NOT NULL,
  due bytea,
  data bytea NOT NULL,
  PRIMARY KEY (partition, id)
);
CREATE INDEX parked_frames_by_account ON weir_store.parked_frames (partition, account_id, id)
  INCLUDE (position, readings, bytes);
CREATE INDEX parked_frames_by_device ON weir_store.parked_frames (device_id, position);
`;
