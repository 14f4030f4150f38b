/** Up to this many devices are looked up one by one; with more, those of the account are gone through. */
const fewMax = 2000;

/** Narrows a list to some of the devices. */
export interface SubsetFilter {
  /** The only devices that may be meant, where they are few. */
  readonly among: readonly (readonly number[])[];
  readonly isMeant: (deviceId: number) => boolean;
}

/** Devices that are in the set, or that are not, or all. The set is asked for only where it matters. */
export async function filterBySet(
  findIds: () => Promise<ReadonlySet<number>>,
  isWanted: boolean | undefined,
): Promise<SubsetFilter | null> {
  if (isWanted === undefined) return null;
  const ids = await findIds();
  const isMeant = (deviceId: number): boolean => ids.has(deviceId) === isWanted;
  return { among: isWanted && ids.size <= fewMax ? [[...ids]] : [], isMeant };
}
