import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** The name that people give to something. The browser has nothing to suggest for it. */
export function NameField({
  label = "Name",
  ...props
}: Omit<ComponentProps<typeof TextField>, "label"> & { readonly label?: string }) {
  return <TextField label={label} autoComplete="off" maxLength={200} {...props} />;
}
