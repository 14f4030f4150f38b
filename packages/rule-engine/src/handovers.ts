/** How often one reading may be handed on to another chain, which together with `visitsMax` bounds its way. */
export const handoversMax = 16;
export const tooManyHandovers = `The reading was passed from chain to chain more than ${handoversMax} times.`;
