import { isCluster } from "../../config/is-cluster.ts";
import type { Config } from "../../config/settings.ts";
import type { ServerFacts } from "../../manage/core/api-context.ts";
import { weirVersion } from "../../platform/version.ts";

export function serverFacts(config: Config, { sendsMail }: { readonly sendsMail: boolean }): ServerFacts {
  const { publicUrl, activityPerDevice, mailsPerAccountPerDay, mapTiles, mapAttribution } = config;
  const { accountCreators, shareFrameHosts } = config;
  const map = mapTiles === null ? null : { tiles: mapTiles, attribution: mapAttribution ?? "" };
  return {
    version: weirVersion,
    isCluster: isCluster(config),
    publicUrl,
    activityPerDevice,
    sendsMail,
    mailsPerAccountPerDay,
    map,
    shareFrameHosts,
    accountCreators,
  };
}
