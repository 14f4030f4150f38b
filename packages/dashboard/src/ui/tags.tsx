import { Link } from "@tanstack/react-router";
import { Badge } from "./badge.tsx";
import { cx } from "./class-names.ts";

/** Rows have a fixed height. */
const smallChip =
  "inline-block h-4 max-w-32 truncate rounded-sm bg-sunken px-1 text-xs leading-4 text-muted pointer-coarse:my-0 pointer-coarse:h-6 pointer-coarse:py-0 pointer-coarse:leading-6";

/** Begins with an item of no width, so that even the first tag goes to the next line, which is hidden, if it has no room. */
const oneLine =
  "-ml-1 h-5 overflow-hidden before:h-5 before:w-0 before:content-[''] pointer-coarse:h-6 pointer-coarse:before:h-6";

/** The tags of a device as chips. Each leads to the devices with this tag, unless it is only a preview. */
export function Tags({
  tags,
  max,
  isOneLine = false,
  isPreview = false,
}: {
  readonly tags: readonly string[];
  /** In a row there is room for this many only, and a number stands for the others. */
  readonly max?: number;
  /** Whether tags that do not fit into the line are left out, as a second line that is hidden. */
  readonly isOneLine?: boolean;
  readonly isPreview?: boolean;
}) {
  const shown = tags.slice(0, max);
  const others = tags.slice(shown.length);
  return (
    <ul
      aria-label="Tags"
      title={isOneLine ? tags.join(", ") : undefined}
      className={cx("flex gap-1", max !== undefined ? "shrink-0" : "min-w-0 flex-wrap", isOneLine && oneLine)}
    >
      {shown.map((tag) => (
        <li key={tag} className="flex">
          {isPreview ? (
            <Badge>{tag}</Badge>
          ) : (
            <Link
              to="/devices"
              search={{ tag }}
              title={`Devices with the tag ${tag}`}
              className={cx("rounded-sm hover:underline", max !== undefined && smallChip)}
            >
              {max === undefined ? <Badge>{tag}</Badge> : tag}
            </Link>
          )}
        </li>
      ))}
      {others.length > 0 && (
        <li className="flex">
          <span title={others.join(", ")} className={smallChip}>
            +{others.length}
          </span>
        </li>
      )}
    </ul>
  );
}
