/** How many duplicates and rejected readings all nodes have counted, by the name of the counter. */
export const counterTables = `
CREATE TABLE weir_store.counters (
  name text COLLATE "C" PRIMARY KEY,
  total int8 NOT NULL
) WITH (fillfactor = 50);
`;
