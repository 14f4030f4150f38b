import { lazyPart } from "../../ui/lazy-part.tsx";
import { SilentLoading } from "../../ui/silent-loading.tsx";
import type { BulkBarProps } from "./bulk/bulk-bar.tsx";

/**
 * The actions on selected devices. They are loaded with the first selection, because most visits select nothing.
 * Meanwhile there is nothing in their place, because the bar floats and appears a moment later.
 */
export const LazyBulkBar = lazyPart<BulkBarProps>(
  async () => (await import("./bulk/bulk-bar.tsx")).BulkBar,
  ({ load, onLoaded }) => <SilentLoading load={load} onLoaded={onLoaded} props={{}} />,
);
