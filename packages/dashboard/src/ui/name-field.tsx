import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** The name that people give to something. The browser has nothing to suggest for it. */
export function NameField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField label="Name" autoComplete="off" maxLength={200} {...props} />;
}
