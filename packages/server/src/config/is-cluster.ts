import type { Config } from "./settings.ts";

/** The settings of an installation that runs on engines of its own and on any number of machines. */
export type ClusterConfig = Config & {
  readonly natsUrl: string;
  readonly postgresUrl: string;
  readonly tokenKey: Uint8Array;
};

/** Whether the settings describe a cluster. Loading them has made sure that nothing it needs is missing. */
export function isCluster(config: Config): config is ClusterConfig {
  return config.natsUrl !== null && config.postgresUrl !== null;
}
