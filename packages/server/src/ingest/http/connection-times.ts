/** How long a connection may take for what. */
export interface ConnectionTimes {
  /** To say anything at all. */
  readonly idleMs: number;
  /** To send one request, so that nobody holds a connection with a trickle; also to read one answer. */
  readonly requestMs: number;
  /** To hang up once the last answer is sent. */
  readonly lingerMs: number;
}
