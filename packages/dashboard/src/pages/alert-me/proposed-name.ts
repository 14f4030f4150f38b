const nameMaxLength = 100;

/** A name for a rule about one sensor that no other rule has. */
export function proposedName(
  { device, sensor }: { readonly device: string; readonly sensor: string },
  taken: readonly string[],
): string {
  const name = (suffix: string) =>
    `${`${sensor} of ${device}`.slice(0, nameMaxLength - suffix.length)}${suffix}`;
  for (let nth = 1; ; nth++) {
    const free = name(nth === 1 ? "" : ` ${nth}`);
    if (!taken.includes(free)) return free;
  }
}
