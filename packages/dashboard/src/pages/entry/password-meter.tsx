import { cx } from "../../ui/class-names.ts";

const words = ["Very weak", "Weak", "Not strong enough", "Strong", "Very strong"] as const;
const colours = ["bg-bad", "bg-bad", "bg-warn", "bg-ok", "bg-ok"] as const;

/** How strong a password is, from 0 to 4, in four bars and a word. */
export function PasswordMeter({ score }: { readonly score: number }) {
  const word = words[score] ?? "";
  return (
    <div className="flex items-center gap-2">
      <div className="grid flex-1 grid-cols-4 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx("h-1 rounded-full", bar <= score ? colours[score] : "bg-line")} />
        ))}
      </div>
      <output className="text-xs text-muted">{word}</output>
    </div>
  );
}
