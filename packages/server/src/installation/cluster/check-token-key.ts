import type { ClusterConfig } from "../../config/is-cluster.ts";
import { TokenKeyError } from "../../control/sealing/key-file.ts";
import { sealedHead } from "../../control/sealing/token.ts";
import { givenTokenKey, keyIdBytes } from "../../control/sealing/token-key.ts";
import type { Postgres, PostgresSession } from "../../platform/postgres/open-postgres.ts";

/** Any number that nothing else in the database uses as a lock. */
const keysLock = 7_305_804_404;

type KeyConfig = Pick<ClusterConfig, "tokenKey" | "tokenKeyPrevious">;

/**
 * Throws TokenKeyError unless this process can open what the others seal, and they what it seals. It must know the key
 * that the others seal with, as its own or as the previous one, and every earlier key that a value is still sealed with.
 * The first process of a cluster decides, unless values are sealed already. A process that begins a rotation
 * (token_key_previous) adds its new key, so from then on both are needed until `weir keys rotate` has sealed everything
 * again.
 */
export function checkTokenKey(postgres: Postgres, config: KeyConfig): Promise<void> {
  const { current, known } = idsOf(config);
  return postgres.transact(
    async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [keysLock]);
      const recorded = await readRecorded(tx);
      const used = await readUsed(tx, config);
      const newest = recorded.at(-1);
      const needed =
        newest === undefined ? [] : [newest, ...recorded.slice(0, -1).filter((id) => used.includes(id))];
      const isUnknown = newest === undefined && used.length > 0 && !used.some((id) => known.includes(id));
      const missing = needed.filter((id) => !known.includes(id));
      if (isUnknown || missing.length > 0) throw wrongKey(current, isUnknown ? used : missing);
      if (newest === undefined || !recorded.includes(current)) await record(tx, current);
    },
    { isolation: "read committed" },
  );
}

/** Makes the key of these settings the only one, for an operator who has lost the one before. */
export function acceptTokenKey(postgres: Postgres, config: KeyConfig): Promise<void> {
  return postgres.transact(
    async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [keysLock]);
      await tx.query("DELETE FROM weir_store.sealing_keys");
      await record(tx, idsOf(config).current);
    },
    { isolation: "read committed" },
  );
}

function idsOf({ tokenKey, tokenKeyPrevious }: KeyConfig) {
  const { current, previous } = givenTokenKey(tokenKey, tokenKeyPrevious);
  const ids = [current, ...(previous === null ? [] : [previous])].map(({ id }) => id.toString("hex"));
  return { current: ids[0]!, known: ids };
}

/** The oldest first. */
async function readRecorded(tx: PostgresSession): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "SELECT id FROM weir_store.sealing_keys ORDER BY since, id",
  );
  return rows.map(({ id }) => id);
}

async function record(tx: PostgresSession, id: string): Promise<void> {
  await tx.query("INSERT INTO weir_store.sealing_keys (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
}

/** The ids of all keys with which values are sealed. Values from before ids are left out. */
async function readUsed(tx: PostgresSession, config: KeyConfig): Promise<readonly string[]> {
  const head = sealedHead(givenTokenKey(config.tokenKey));
  const markBytes = head.length - keyIdBytes;
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT encode(substr(sealed, ${markBytes + 1}, ${keyIdBytes}), 'hex') AS id FROM (
       SELECT token_sealed AS sealed FROM weir_control.devices
       UNION ALL SELECT sealed FROM weir_control.secrets
       UNION ALL SELECT totp_sealed FROM weir_control.users
       UNION ALL SELECT sealed FROM weir_control.channels
       UNION ALL SELECT sealed FROM weir_control.push_keys
     ) AS secrets WHERE substr(sealed, 1, ${markBytes}) = $1`,
    [head.subarray(0, markBytes)],
  );
  return rows.map(({ id }) => id);
}

function wrongKey(own: string, others: readonly string[]): TokenKeyError {
  return new TokenKeyError(
    `WEIR_TOKEN_KEY is not the key of this cluster: it has the id ${own}, and secrets are sealed with ${others.join(" and ")}. ` +
      "Set the same key on every node. While the key is being replaced, set the new one as WEIR_TOKEN_KEY and the old one as WEIR_TOKEN_KEY_PREVIOUS, also on every node. " +
      "If the old key is lost, run `weir cluster accept-key` with the new one: secrets that were sealed with the old key cannot be opened any more.",
  );
}
