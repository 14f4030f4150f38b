import { unwrap } from "@weir/protocol/result";
import { type ClusterConfig, isCluster } from "../../packages/server/src/config/is-cluster.ts";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import type { ClusterPlace } from "./given-engines.ts";

const tokenKey = Buffer.alloc(32, "cluster").toString("base64");

/** The settings of the processes of a cluster, as environment variables. */
export function clusterEnvironment(place: ClusterPlace): Record<string, string> {
  return {
    WEIR_NATS_URL: place.natsUrl,
    WEIR_POSTGRES_URL: place.postgresUrl,
    WEIR_REDIS_URL: place.redisUrl,
    WEIR_CLUSTER_NAME: place.name,
    WEIR_TOKEN_KEY: tokenKey,
    // The tests' NATS server is alone.
    WEIR_QUEUE_REPLICAS: "1",
  };
}

/** The settings of a role in this process. */
export function clusterConfig(
  place: ClusterPlace,
  flags: Record<string, string> = {},
  env: Record<string, string> = {},
): ClusterConfig {
  const { config } = unwrap(loadConfig({ flags, env: { ...clusterEnvironment(place), ...env }, cwd: "/" }));
  if (!isCluster(config)) throw new Error("These are no settings of a cluster.");
  return config;
}
