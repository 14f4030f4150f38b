import { useLive } from "../../api/live.ts";
import { usePages } from "../../api/queries.ts";
import { useStillRecords } from "../../ui/use-still-records.ts";
import { isRejected } from "./outcome-words.ts";

export interface QuarantineFilter {
  /** UUID. */
  readonly device?: string | undefined;
  readonly reason?: string | undefined;
}

/** Rejected readings that were kept, of all devices or of one. The API has a list for each case. */
export function useQuarantined({ device, reason }: QuarantineFilter) {
  const query = { reason };
  const ofAll = usePages("listQuarantined", { query }, { enabled: device === undefined });
  const ofOne = usePages(
    "listDeviceQuarantined",
    { params: { device: device ?? "" }, query },
    { enabled: device !== undefined },
  );
  const list = useStillRecords(device === undefined ? ofAll : ofOne, { device, reason });
  useLive("activity", (request) => {
    // Rows do not move while somebody selects from them. In an empty list nothing can move.
    if (list.items.length === 0 && isRejected(request)) void list.refetch();
  });
  return list;
}
