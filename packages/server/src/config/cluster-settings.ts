import { parseNatsAddress } from "../platform/nats/nats-address.ts";
import { parsePostgresAddress } from "../platform/postgres/postgres-address.ts";
import { partitionsMax } from "./partitions-max.ts";
import { engineUrl, oneOf, oneWord, onOff, path, wholeNumber } from "./setting-kinds.ts";

/** What makes an installation a cluster, and what only a cluster has. */
export const clusterSettings = {
  nats_url: {
    kind: engineUrl(isReadBy(parseNatsAddress), "tls://user:password@host:4222"),
    default: null,
    help: "NATS servers of a cluster, separated by commas, like tls://weir:password@n1:4222,tls://n2:4222; goes with postgres_url.",
    masked: true,
  },
  postgres_url: {
    kind: engineUrl(isReadBy(parsePostgresAddress), "postgres://user:password@host:5432/weir"),
    default: null,
    help: "PostgreSQL database of a cluster, like postgres://weir:password@db:5432/weir?sslmode=verify-full, or with a standby postgres://weir:password@db1,db2/weir; goes with nats_url. sslrootcert, sslcert and sslkey name files as in psql.",
    masked: true,
  },
  redis_url: {
    kind: engineUrl(hasScheme("redis:", "rediss:"), "rediss://user:password@host:6379"),
    default: null,
    help: "Redis server through which the nodes of a cluster share rate limits and recognise repeats. Without it, each node limits on its own.",
    masked: true,
  },
  nats_ca: {
    kind: path("file"),
    default: null,
    help: "Certificates (PEM) of the authorities that issue the certificates of the NATS servers; without it, those that the system trusts.",
  },
  nats_cert: {
    kind: path("file"),
    default: null,
    help: "Certificate (PEM) that Weir shows to NATS; requires nats_key.",
  },
  nats_key: {
    kind: path("file"),
    default: null,
    help: "Private key (PEM) of nats_cert.",
  },
  redis_ca: {
    kind: path("file"),
    default: null,
    help: "Certificates (PEM) of the authorities that issue the certificate of Redis; without it, those that the system trusts.",
  },
  redis_cert: {
    kind: path("file"),
    default: null,
    help: "Certificate (PEM) that Weir shows to Redis; requires redis_key.",
  },
  redis_key: {
    kind: path("file"),
    default: null,
    help: "Private key (PEM) of redis_cert.",
  },
  plain_engines: {
    kind: oneOf(["refuse", "allow"]),
    default: "refuse",
    help: "Whether NATS, PostgreSQL and Redis on other hosts may be used without TLS or without a password.",
  },
  cluster_name: {
    kind: oneWord,
    default: "weir",
    help: "Begins the names that a cluster uses in NATS and Redis, so that several can share their servers.",
  },
  manage_port: {
    kind: wholeNumber(0, 65_535),
    default: null,
    help: "Port of the dashboard and the management API in a cluster, where they are served by processes of their own; without it, port.",
  },
  postgres_connections: {
    kind: wholeNumber(2, 200),
    default: "16",
    help: "How many connections to PostgreSQL each process opens at most for readings. A processor commits as many batches at once. Each process opens a few more for control data and its place in the cluster.",
  },
  nats_monitor_urls: {
    kind: engineUrl((list) => list.split(",").every(hasScheme("http:", "https:")), "http://host:8222"),
    default: null,
    help: "Monitoring addresses of all NATS servers, separated by commas, like http://n1:8222,http://n2:8222. There Weir sees whether they sync readings before they acknowledge them.",
    masked: true,
  },
  queue_require_sync: {
    kind: onOff,
    default: "false",
    help: "Whether a cluster refuses to start on NATS servers that may acknowledge readings before they are on disk.",
  },
  queue_replicas: {
    kind: wholeNumber(1, 5),
    default: "3",
    help: "How many NATS servers keep a copy of accepted readings. With fewer, no readings are accepted. Set it to 1 for a single NATS server, whose disk is then the only copy.",
  },
  queue_partitions: {
    kind: wholeNumber(2, partitionsMax),
    default: "4",
    help: "How many partitions the queue of a new cluster has; it never changes afterwards. At most as many processors have something to do, and with more partitions than needed each reading costs more.",
  },
  nats_allow_untested: {
    kind: onOff,
    default: "false",
    help: "Whether a cluster accepts readings on versions of NATS on which Weir was not tested. Some have lost readings that were acknowledged.",
  },
} as const;

function isReadBy(parse: (address: string) => unknown): (address: string) => boolean {
  return (address) => {
    try {
      parse(address);
      return true;
    } catch {
      return false;
    }
  };
}

function hasScheme(...schemes: readonly string[]): (address: string) => boolean {
  return (address) => schemes.includes(URL.parse(address.trim())?.protocol ?? "");
}
