import { percentText } from "../format/number.ts";
import { cx } from "./class-names.ts";

const tightShare = 0.8;
const fullShare = 0.95;

/** How much of something is used: a bar, a share, and a word when it is nearly full. */
export function Usage({
  label,
  used,
  whole,
  text,
  hint,
  isFullNormal = false,
}: {
  readonly label: string;
  /** Null if this is unknown. */
  readonly used: number | null;
  readonly whole: number;
  readonly text: string;
  readonly hint?: string;
  /** Whether it fills up normally, so that a high share is no problem. */
  readonly isFullNormal?: boolean;
}) {
  const share = used !== null && whole > 0 ? Math.min(1, used / whole) : 0;
  const state = isFullNormal || share < tightShare ? "fine" : share < fullShare ? "tight" : "full";
  const looks = { fine: "bg-accent", tight: "bg-warn", full: "bg-bad" };
  const textLooks = { fine: "text-muted", tight: "text-warn", full: "text-bad" };
  return (
    <div className="flex flex-col gap-1.5 text-sm" title={hint}>
      <div className="flex justify-between gap-2">
        <span className="font-medium">{label}</span>
        <span className={textLooks[state]}>
          {used === null ? "unknown" : percentText(share)}
          {state === "tight" && " · getting full"}
          {state === "full" && (share === 1 ? " · full" : " · almost full")}
        </span>
      </div>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className={cx("h-full rounded-full", looks[state])} style={{ width: `${share * 100}%` }} />
      </div>
      <div className="text-muted">{text}</div>
    </div>
  );
}
