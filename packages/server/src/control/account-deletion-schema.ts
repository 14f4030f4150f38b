export interface AccountDeletionSchema {
  account_deletions: AccountDeletionTable;
  removed_devices: RemovedDeviceTable;
}

/**
 * Accounts that are to be deleted, are being deleted or were deleted. The row stays for the operator after the account is
 * gone, as long as its audit entries do.
 */
export interface AccountDeletionTable {
  account_id: number;
  uuid: string;
  name: string;
  /** What the account counts with, for the limit of all audit entries. See accounts/tenants.ts. */
  tenant_id: number;
  asked_by: string;
  asked_at: number;
  due_at: number;
  /** Since when everything is being deleted; null while an owner can cancel. */
  begun_at: number | null;
  /** When everything was gone. */
  ended_at: number | null;
  /** The process that deletes it, and until when it may do so without renewing this. */
  worker: string | null;
  worker_until: number | null;
}

/** Devices of an account that is being deleted: gone from control data, while the store may still hold something of theirs. */
interface RemovedDeviceTable {
  device_id: number;
  account_id: number;
  /** The ids of its sensors as a JSON list. */
  sensors: string;
}
