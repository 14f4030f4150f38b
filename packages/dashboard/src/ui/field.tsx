import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./class-names.ts";

const inputClass = cx(
  "h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-base text-text placeholder:text-faint",
  "hover:border-faint aria-invalid:border-bad disabled:bg-sunken disabled:text-muted",
);

/** Room for the arrow that styles.css draws. */
const selectClass = cx(inputClass, "pr-6!");

interface FieldProps {
  readonly label: string;
  /** Shown below the field while there is no error. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A label, a field, and its error. */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  className,
  children,
}: FieldProps & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isOptional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children({
        id,
        ...(hasNote ? { "aria-describedby": noteId } : {}),
        ...(error === undefined ? {} : { "aria-invalid": true }),
      })}
      {hasNote && (
        <div id={noteId} className={cx("text-sm", error === undefined ? "text-muted" : "text-bad")}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}

interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export function TextField({
  label,
  hint,
  error,
  isOptional,
  className,
  isMono = false,
  ...rest
}: FieldProps & ComponentProps<"input"> & { readonly isMono?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(ids) => <input {...rest} {...ids} className={cx(inputClass, isMono && "font-mono")} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  isOptional,
  className,
  isMono = false,
  ...rest
}: FieldProps & ComponentProps<"textarea"> & { readonly isMono?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(ids) => (
        <textarea
          rows={3}
          {...rest}
          {...ids}
          className={cx(inputClass, "h-auto py-1.5", isMono && "font-mono text-sm")}
        />
      )}
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The members of a closed set with their labels, sorted by label. */
export function choicesOf(labels: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

export function SelectField({
  label,
  hint,
  error,
  isOptional,
  className,
  choices,
  ...rest
}: FieldProps & ComponentProps<"select"> & { readonly choices: readonly Choice[] }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(ids) => <Select {...rest} {...ids} choices={choices} />}
    </Field>
  );
}

/** A choice without a label of its own. Pass an aria-label. */
export function Select({
  choices,
  className,
  ...rest
}: ComponentProps<"select"> & { readonly choices: readonly Choice[] }) {
  return (
    <select {...rest} className={cx(selectClass, className)}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Narrows a list. An empty value means no filter. */
export function FilterSelect({
  label,
  value = "",
  className,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: string | undefined;
  /** Its width where there is room. */
  readonly className: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      className={cx("max-md:w-full!", className)}
      choices={choices}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

export function CheckboxField({
  label,
  hint,
  className,
  ...rest
}: { readonly label: ReactNode; readonly hint?: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={cx("flex items-start gap-2.5 pointer-coarse:min-h-6", className)}>
      <input type="checkbox" {...rest} className="mt-0.5 size-4 shrink-0 accent-(--accent)" />
      <span className="flex flex-col">
        <span className="text-sm font-medium">{label}</span>
        {hint !== undefined && <span className="text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}

export { inputClass, selectClass };
