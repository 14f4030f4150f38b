import { type AlarmQueries, alarmQueries } from "./alarms/queries.ts";
import { type CountQueries, countQueries } from "./counts/queries.ts";
import { type DeadLetterQueries, deadLetterQueries } from "./dead-letters/queries.ts";
import type { StoreReader } from "./engine/store-reader.ts";

/** Answers people's questions about all that rule chains keep. Each part has its own promises. */
export interface ChainQueries extends AlarmQueries, DeadLetterQueries, CountQueries {
  close(): Promise<void>;
}

export function chainQueries(reader: StoreReader): ChainQueries {
  return {
    ...alarmQueries(reader),
    ...deadLetterQueries(reader),
    ...countQueries(reader),
    close: () => reader.close(),
  };
}
