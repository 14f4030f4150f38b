import { Search } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { inputClass } from "./field.tsx";

const waitMs = 200;

/** A search field that searches when somebody pauses. "/" focuses it from anywhere on the page. */
export function SearchInput({
  label,
  value,
  onSearch,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "onChange"> & {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || target.closest("input, textarea, select"))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <div className={cx("relative", className)}>
      <Search size={14} aria-hidden className="pointer-events-none absolute top-2.25 left-2.5 text-faint" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        {...rest}
        value={text}
        onChange={(event) => {
          const wanted = event.target.value;
          setText(wanted);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(wanted), waitMs);
        }}
        className={cx(inputClass, "pl-8")}
      />
    </div>
  );
}
