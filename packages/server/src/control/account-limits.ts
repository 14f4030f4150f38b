/** How much an account may have. Commands of the operator are not limited. */
export interface AccountLimits {
  readonly devices: number;
  readonly sensors: number;
  /** What people, keys and devices filled in: texts of every kind with their versions, pictures and files. */
  readonly controlBytes: number;
  /** Past the limit, the oldest entries are deleted. */
  readonly auditEntries: number;
}

export const noAccountLimits: AccountLimits = {
  devices: Number.POSITIVE_INFINITY,
  sensors: Number.POSITIVE_INFINITY,
  controlBytes: Number.POSITIVE_INFINITY,
  auditEntries: Number.POSITIVE_INFINITY,
};
