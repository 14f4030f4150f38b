/**
 * The limits of an expression. A step is the work of one small part, at most 10 ns, so the budget is worth 20 ms: well within
 * the 50 ms that an expression may take, which leaves room for slow machines.
 */
export const expressionLimits = {
  textLengthMax: 1_000,
  nodesMax: 400,
  depthMax: 32,
  listElementsMax: 100,
  mapEntriesMax: 50,
  callArgumentsMax: 8,
  /** Loops inside loops: all, exists, exists_one, map, filter. */
  loopDepthMax: 3,
  stepsMax: 2_000_000,
  /** The longest string an expression may build or examine. */
  stringLengthMax: 8_192,
  /** The longest list an expression may build. */
  listLengthMax: 4_096,
  patternLengthMax: 200,
  /** How often a pattern may repeat something with {n}, and how many instructions it may compile to. */
  patternRepeatMax: 100,
  patternSizeMax: 100,
  /**
   * Maximum weight of one pattern, and of all different patterns of a chain, as pattern-weight.ts estimates it: 3 ms and 15 ms.
   */
  patternWeightMax: 1_000,
  patternWeightsMax: 5_000,
  patternSubjectLengthMax: 1_024,
  resultStringLengthMax: 8_192,
  resultPartsMax: 4_096,
} as const;

/** The size of metadata that the check of costs assumes: 4 KiB of JSON, in which an element of a list takes two characters. */
export const metadataSize = { count: 2_048, weight: 4_096 } as const;

/** The sizes of a device's attributes and tags: 50 with names of 40 characters and texts of 200, and 20 with 40 characters. */
export const attributesSize = { count: 50, weight: 12_000 } as const;
export const tagsSize = { count: 20, weight: 800 } as const;

/** Names of sensors, devices and accounts are shorter than this. */
export const nameLengthMax = 256;
