import type { ComponentProps } from "react";
import { SelectField } from "./field.tsx";

const days = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];

/** After how many days a key expires; empty for never. */
export function KeyExpiryField(props: Omit<ComponentProps<typeof SelectField>, "label" | "choices">) {
  return <SelectField label="Expires" choices={days} {...props} />;
}
