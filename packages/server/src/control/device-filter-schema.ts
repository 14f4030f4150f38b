import type { Generated } from "kysely";

/** The table of saved filters of the device list. */
export interface DeviceFilterSchema {
  device_filters: {
    id: Generated<number>;
    uuid: string;
    account_id: number;
    /** The person whose own filter it is; null for a filter of the account. */
    user_id: number | null;
    name: string;
    /** The parameters of the list as JSON: an object of strings. */
    parameters: string;
  };
}
