/** The listener's identity and access. */
export interface LiveHolder {
  /** The key by which streams are counted: the person over all their accounts, or the API key. */
  readonly name: string;
  /** What the account counts with. */
  readonly tenantId: number;
  /** Null if the access does not expire. */
  readonly expiresInMs: number | null;
  /** Checks again whether the request for the stream would still be allowed, with the same kinds of events. */
  isStillAllowed(): Promise<boolean>;
}
