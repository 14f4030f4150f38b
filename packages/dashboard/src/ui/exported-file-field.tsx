import type { Result } from "@weir/protocol/result";
import type { ReactNode } from "react";
import { Field } from "./field.tsx";

/** Chooses a JSON file that was exported from the dashboard, and reads it. */
export function ExportedFileField<Content>({
  label,
  hint,
  isOptional = false,
  file,
  read,
  onRead,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
  /** What was read; null until a file is chosen. */
  readonly file: Result<Content, string> | null;
  readonly read: (text: string) => Result<Content, string>;
  readonly onRead: (file: Result<Content, string>) => void;
}) {
  const choose = async (given: File | undefined) => {
    if (given !== undefined) onRead(read(await given.text()));
  };
  return (
    <Field
      label={label}
      hint={hint}
      isOptional={isOptional}
      error={file?.ok === false ? file.error : undefined}
    >
      {(ids) => (
        <input
          {...ids}
          type="file"
          accept=".json,application/json"
          onChange={(event) => void choose(event.target.files?.[0])}
          className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 hover:file:bg-hover"
        />
      )}
    </Field>
  );
}
