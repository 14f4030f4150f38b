import { useIsLive } from "../api/live.ts";
import { useLasting } from "../ui/use-lasting.ts";

/** A stream that breaks off is mostly back at once, and nobody need know. */
const unsaidMs = 4000;

/** Says, where a page has been without its server for a while, that it is not as it was. */
export function ConnectionNote() {
  const isSaid = useLasting(!useIsLive(), unsaidMs);
  return (
    <div role="status" className="sticky top-0 z-30">
      {isSaid && (
        <p className="border-b border-line bg-sunken px-6 py-2 text-sm max-md:px-4">
          <strong className="font-medium">The server cannot be reached.</strong> What is shown may be out of
          date, and what you typed stays. The page tries again by itself.
        </p>
      )}
    </div>
  );
}
