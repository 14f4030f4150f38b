import { randomUUID } from "node:crypto";
import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { nothingToAudit } from "../../packages/server/src/control/audit/audited-action.ts";
import type { Control } from "../../packages/server/src/control/control.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { commitChange } from "../../packages/server/src/manage/core/commit-change.ts";
import { findDevice } from "../../packages/server/src/manage/core/find-device.ts";
import { succeed } from "../../packages/server/src/manage/core/manage-error.ts";
import { type DevicePatch, editDevice } from "../../packages/server/src/manage/devices/devices.ts";
import { regenerateToken } from "../../packages/server/src/manage/devices/tokens/device-tokens.ts";

/** Changes of a device by an operator while the server runs. Each call resolves when the change is in effect. */
export interface DeviceControl {
  update(deviceUuid: string, patch: DevicePatch): Promise<void>;
  /** The new token. */
  regenerateToken(deviceUuid: string): Promise<string>;
  /** Gives the device its own chain. */
  useChain(deviceUuid: string, definition: ChainDefinition): Promise<void>;
}

export function openDeviceControl(dataDir: string): DeviceControl & AsyncDisposable {
  const control = openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    announce: (changes) => announceChanges(dataDir, changes),
  });
  return { ...deviceControl(control), [Symbol.asyncDispose]: () => control.close() };
}

export function deviceControl(control: Control): DeviceControl {
  return {
    async update(deviceUuid, patch) {
      unwrap(await editDevice(control, deviceUuid, patch));
    },
    async regenerateToken(deviceUuid) {
      return unwrap(await regenerateToken(control, deviceUuid)).token;
    },
    async useChain(deviceUuid, definition) {
      const changed = await commitChange(control, async (tx) => {
        const { id, accountId } = unwrap(await findDevice(control, tx, deviceUuid));
        const nowUs = control.nowUs();
        const chain = await tx
          .insertInto("chains")
          .values({
            uuid: randomUUID(),
            account_id: accountId,
            name: `Chain of ${deviceUuid}`,
            published_version: 1,
            created_at: nowUs,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        const published = { chain_id: chain.id, version: 1, published_at: nowUs };
        await tx
          .insertInto("chain_versions")
          .values({ ...published, definition: JSON.stringify(definition) })
          .execute();
        await tx.updateTable("devices").set({ chain_id: chain.id }).where("id", "=", id).execute();
        const audit = nothingToAudit("a test");
        return succeed({ value: null, audit, changes: [{ kind: "chain", chainId: chain.id }] });
      });
      unwrap(changed);
    },
  };
}
