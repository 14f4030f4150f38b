/** Returns how many identities an account may have in memory while others need the room. */
export function identitiesShareMax(config: {
  readonly identitiesMax: number;
  readonly identitiesShare: number;
}): number {
  return Math.floor((config.identitiesMax * config.identitiesShare) / 100);
}
