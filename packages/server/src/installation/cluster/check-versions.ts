import type { ClusterConfig } from "../../config/is-cluster.ts";
import { introduceServer } from "../../platform/nats/introduce-server.ts";
import { parseNatsAddress } from "../../platform/nats/nats-address.ts";
import type { NatsConnection } from "../../platform/nats/open-nats.ts";
import { judgeVersions } from "../../queue/jetstream/tested-versions.ts";

/**
 * Explains which NATS servers have a version on which Weir was not tested; null if there are none, or the settings allow
 * it. Asks every server: those in `nats_url`, and those that the servers name themselves. A server that does not answer
 * is asked again the next time.
 */
export async function findUntestedServers(
  nats: NatsConnection,
  { natsUrl, natsAllowUntested }: Pick<ClusterConfig, "natsUrl" | "natsAllowUntested">,
): Promise<string | null> {
  if (natsAllowUntested) return null;
  const { connect_urls: named = [], server_name: name = "", version = "" } = nats.info ?? {};
  const addresses = new Set([...parseNatsAddress(natsUrl).servers, ...named]);
  const introduced = await Promise.all([...addresses].map((address) => introduceServer(address)));
  const servers = new Map(introduced.flatMap((server) => (server === null ? [] : [[server.name, server]])));
  // The connected server may have been replaced under the same name since it introduced itself to this connection.
  if (!servers.has(name)) servers.set(name, { name, version });
  return judgeVersions([...servers.values()]);
}
