/** How much of what an account may have. Commands of the operator are not limited. */
export interface AccountLimits {
  readonly devices: number;
  readonly sensors: number;
  /** The oldest give way. */
  readonly auditEntries: number;
}

export const noAccountLimits: AccountLimits = {
  devices: Number.POSITIVE_INFINITY,
  sensors: Number.POSITIVE_INFINITY,
  auditEntries: Number.POSITIVE_INFINITY,
};
