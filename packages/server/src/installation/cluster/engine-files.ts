import { accessSync, constants } from "node:fs";
import type { ClusterConfig } from "../../config/is-cluster.ts";
import { reasonOf } from "../../platform/log.ts";
import { parsePostgresAddress } from "../../platform/postgres/postgres-address.ts";
import type { TlsFiles } from "../../platform/tls-files.ts";

type FileSettings = Pick<
  ClusterConfig,
  "natsCa" | "natsCert" | "natsKey" | "redisCa" | "redisCert" | "redisKey" | "postgresUrl"
>;

/** A file for connections to an engine cannot be read. Waiting would not help. */
class EngineFileError extends Error {
  readonly code = "engine_file_unreadable";
}

export function natsFiles({ natsCa: ca, natsCert: cert, natsKey: key }: FileSettings): TlsFiles {
  return { ca, cert, key };
}

export function redisFiles({ redisCa: ca, redisCert: cert, redisKey: key }: FileSettings): TlsFiles {
  return { ca, cert, key };
}

/** Throws if one of the files cannot be read. Otherwise each engine would seem to be away. */
export function checkEngineFiles(config: FileSettings): void {
  const postgres = parsePostgresAddress(config.postgresUrl).files;
  const files = {
    nats_ca: config.natsCa,
    nats_cert: config.natsCert,
    nats_key: config.natsKey,
    redis_ca: config.redisCa,
    redis_cert: config.redisCert,
    redis_key: config.redisKey,
    "sslrootcert in postgres_url": postgres.ca,
    "sslcert in postgres_url": postgres.cert,
    "sslkey in postgres_url": postgres.key,
  };
  for (const [setting, file] of Object.entries(files)) {
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (error) {
      throw new EngineFileError(`${setting} names a file that cannot be read: ${reasonOf(error)}.`);
    }
  }
}
