import { type Role, roles } from "@weir/protocol/manage/access";
import type { Choice } from "../../ui/field.tsx";

/** The name of each role, and what it may do. */
export const roleWords: Record<Role, { readonly label: string; readonly may: string }> = {
  viewer: { label: "Viewer", may: "can see devices, readings and chains" },
  editor: { label: "Editor", may: "can also change devices, chains and data" },
  owner: { label: "Owner", may: "can do everything, including managing members and API keys" },
};

export const roleChoices: readonly Choice[] = roles.map((value) => ({
  value,
  label: roleWords[value].label,
}));
