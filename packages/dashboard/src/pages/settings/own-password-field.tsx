import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

/** Asks for the password, which somebody who found the screen unlocked does not know. */
export function OwnPasswordField(props: Omit<ComponentProps<typeof TextField>, "label" | "type">) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      hint="To confirm it’s you."
      required
      {...props}
    />
  );
}
