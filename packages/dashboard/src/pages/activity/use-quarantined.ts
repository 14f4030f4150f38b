import { usePages } from "../../api/queries.ts";

export interface QuarantineFilter {
  /** UUID. */
  readonly device?: string | undefined;
  readonly reason?: string | undefined;
}

/** Rejected readings that were kept, of all devices or of one: these are two lists of the API. */
export function useQuarantined({ device, reason }: QuarantineFilter) {
  const query = { reason };
  const ofAll = usePages("listQuarantined", { query }, { enabled: device === undefined });
  const ofOne = usePages(
    "listDeviceQuarantined",
    { params: { device: device ?? "" }, query },
    { enabled: device !== undefined },
  );
  return device === undefined ? ofAll : ofOne;
}
