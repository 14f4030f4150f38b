/** For how many days readings are kept, as Kysely sees it. */
export interface RetentionSchema {
  account_retention: { account_id: number; days: number };
  sensor_retention: { sensor_id: number; days: number | null };
}
